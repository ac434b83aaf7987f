import type { ReactNode } from 'react';
import type { BellNotification } from '../model/notification';
import { LevelIcon, QuestionIcon, ShieldCheckIcon, TrendDownIcon, TrendUpIcon } from './icons';
import { directionOf } from './summary';

export function RowIcon({ notification }: { readonly notification: BellNotification }): ReactNode {
  if (notification.kind === 'question') {
    return notification.isPending ? (
      <span className="sino-mark sino-mark--pending">
        <QuestionIcon />
      </span>
    ) : (
      <span className="sino-mark sino-mark--up">
        <ShieldCheckIcon />
      </span>
    );
  }
  switch (directionOf(notification)) {
    case 'up':
      return (
        <span className="sino-mark sino-mark--up">
          <TrendUpIcon />
        </span>
      );
    case 'down':
      return (
        <span className="sino-mark sino-mark--down">
          <TrendDownIcon />
        </span>
      );
    case 'level':
    case 'first':
      return (
        <span className="sino-mark sino-mark--level">
          <LevelIcon />
        </span>
      );
  }
}
