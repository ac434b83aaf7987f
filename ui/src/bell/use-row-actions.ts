import { useMemo } from 'react';
import type { BellNotification } from '../model/notification';
import { useBell } from './bell-context';

export interface RowActions {
  readonly open: (notification: BellNotification) => void;
  readonly toggleRead: (notification: BellNotification) => void;
  readonly dismiss: (notification: BellNotification) => void;
}

/** The same three things for the mouse and for the keyboard. */
export function useRowActions(): RowActions {
  const { session, onOpenNotification } = useBell();
  return useMemo(
    () => ({
      open(notification) {
        const { id, isRead } = notification;
        // Opened before it is read, so that it never leaves an unread list in between.
        if (onOpenNotification === null) session.open(session.store.getState().openedId === id ? null : id);
        if (!isRead) session.markRead([id]);
        onOpenNotification?.(notification);
      },
      toggleRead({ id, isRead }) {
        if (isRead) session.markUnread([id]);
        else session.markRead([id]);
      },
      dismiss: ({ id }) => session.dismiss([id]),
    }),
    [session, onOpenNotification],
  );
}
