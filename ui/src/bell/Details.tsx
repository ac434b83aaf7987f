import type { ReactNode } from 'react';
import type { BellNotification } from '../model/notification';
import { useBell } from './bell-context';

/** Everything that is known, for the one notification that was opened. */
export function Details({
  id,
  notification,
}: {
  readonly id: string;
  readonly notification: BellNotification;
}): ReactNode {
  const { messages, format } = useBell();
  const { details } = messages;
  const question = notification.kind === 'question' ? notification : null;
  const facts: readonly (readonly [string, string | null])[] = [
    [details.question, question?.questionId ?? null],
    [details.product, notification.productId],
    [details.env, notification.env],
    [details.pillar, notification.pillar],
    [details.resource, question?.details?.resource ?? null],
    [details.validatedAt, instantOrNull(question?.details?.validatedAt)],
    [details.occurredAt, instantOrNull(notification.occurredAt)],
    [details.receivedAt, format.instant(notification.createdAt)],
    [details.supportGroups, notification.supportGroups.length === 0 ? null : format.list(notification.supportGroups)],
  ];

  function instantOrNull(instant: number | null | undefined): string | null {
    return instant === null || instant === undefined ? null : format.instant(instant);
  }

  return (
    <div className="sino-details" id={id}>
      <dl>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {question !== null && question.details === null && <p>{details.gone}</p>}
    </div>
  );
}
