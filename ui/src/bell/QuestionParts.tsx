import type { ReactNode } from 'react';
import type { QuestionNotification } from '../model/notification';
import { useBell } from './bell-context';
import { CheckIcon } from './icons';

/** Pillar and, if it was mended meanwhile, the good news. */
export function QuestionState({ notification }: { readonly notification: QuestionNotification }): ReactNode {
  const { messages } = useBell();
  const { pillar, isPending, details } = notification;
  return (
    <>
      {pillar !== null && <span>{pillar}</span>}
      {isPending && details?.isCompliant === true && (
        <span className="sino-tag sino-tag--good">
          <CheckIcon size={12} />
          {messages.compliantNow}
        </span>
      )}
    </>
  );
}

export function QuestionResource({ notification }: { readonly notification: QuestionNotification }): ReactNode {
  const resource = notification.details?.resource ?? null;
  return resource === null ? null : <code className="sino-resource">{resource}</code>;
}
