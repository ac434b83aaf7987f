import {
  DismissDocument,
  MarkAllReadDocument,
  MarkReadDocument,
  MarkUnreadDocument,
  RestoreDocument,
  type MarkReadMutation,
} from '../generated/graphql';
import { failureOf } from '../model/failure';
import type { OperationOutcome } from '../store/action';
import type { OperationRequest } from '../store/state';
import type { Store } from '../store/store';
import type { Request } from '../transport/http';
import { toNotification, typeArgument } from './from-graphql';

const MOST_IDS = 100;

/** Shows the change at once, then asks the server for it; the store takes it back if the server says no. */
export type Perform = (request: OperationRequest) => Promise<void>;

export function createPerform(store: Store, request: Request): Perform {
  let lastId = 0;
  // One after another: an undo that overtakes its dismissal would find nothing to restore.
  let earlier: Promise<unknown> = Promise.resolve();

  return async function perform(operation) {
    lastId += 1;
    const id = lastId;
    store.dispatch({ type: 'operation/started', id, request: operation });
    const sent = earlier.then(() => send(request, operation));
    earlier = sent.catch(() => undefined);
    try {
      store.dispatch({ type: 'operation/succeeded', id, outcome: await sent });
    } catch (cause) {
      store.dispatch({ type: 'operation/failed', id, failure: failureOf(cause) });
    }
  };
}

async function send(request: Request, operation: OperationRequest): Promise<OperationOutcome> {
  switch (operation.kind) {
    case 'read':
      return marked((await request(MarkReadDocument, { ids: operation.ids })).markRead);
    case 'unread':
      return marked((await request(MarkUnreadDocument, { ids: operation.ids })).markUnread);
    case 'restore':
      return restore(
        request,
        operation.notifications.map(({ id }) => id),
      );
    case 'dismiss': {
      const { dismissedIds, notFoundIds, unreadCount } = (await request(DismissDocument, { ids: operation.ids }))
        .dismiss;
      return { notifications: [], goneIds: [...dismissedIds, ...notFoundIds], unreadCount };
    }
    case 'readAll': {
      const variables = { type: typeArgument(operation.only), upTo: operation.upTo };
      for (;;) {
        const { isComplete, changedCount, unreadCount } = (await request(MarkAllReadDocument, variables)).markAllRead;
        if (isComplete || changedCount === 0) return { notifications: [], goneIds: [], unreadCount };
      }
    }
  }
}

/** A long run of dismissals has one undo, which may be more than the server takes in one call. */
async function restore(request: Request, ids: readonly string[]): Promise<OperationOutcome> {
  const outcome = marked((await request(RestoreDocument, { ids: ids.slice(0, MOST_IDS) })).restore);
  if (ids.length <= MOST_IDS) return outcome;
  const { notifications, goneIds, unreadCount } = await restore(request, ids.slice(MOST_IDS));
  return {
    notifications: [...outcome.notifications, ...notifications],
    goneIds: [...outcome.goneIds, ...goneIds],
    unreadCount,
  };
}

function marked({ notifications, notFoundIds, unreadCount }: MarkReadMutation['markRead']): OperationOutcome {
  return { notifications: notifications.map(toNotification), goneIds: notFoundIds, unreadCount };
}
