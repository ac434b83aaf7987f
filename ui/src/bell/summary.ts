import type { Format } from '../i18n/format';
import type { Messages } from '../i18n/messages';
import type { BellNotification, ScoreNotification } from '../model/notification';

export type Direction = 'up' | 'down' | 'level' | 'first';

export function directionOf({ oldScore, newScore }: ScoreNotification): Direction {
  if (oldScore === null) return 'first';
  if (newScore === oldScore) return 'level';
  return newScore > oldScore ? 'up' : 'down';
}

/** The notification in one short sentence, for the row's title and for the screen reader's announcement. */
export function summaryOf(notification: BellNotification, messages: Messages, format: Format): string {
  if (notification.kind === 'question') {
    const { isPending, questionId } = notification;
    return isPending ? messages.questionPending(questionId) : messages.questionCompliant(questionId);
  }
  const score = format.score(notification.newScore);
  switch (directionOf(notification)) {
    case 'up':
      return messages.scoreRose(score);
    case 'down':
      return messages.scoreFell(score);
    case 'level':
      return messages.scoreStayed(score);
    case 'first':
      return messages.scoreFirst(score);
  }
}
