import type { ReactNode } from 'react';
import type { Messages } from '../i18n/messages';
import type { Failure } from '../model/failure';
import { useBell } from './bell-context';
import { CloudOffIcon } from './icons';

export function FailureState({ failure }: { readonly failure: Failure }): ReactNode {
  const { session, messages } = useBell();
  return (
    <div className="sino-blank" role="alert">
      <span className="sino-blank__art sino-blank__art--bad" aria-hidden="true">
        <CloudOffIcon size={30} />
      </span>
      <p className="sino-blank__title">{messages.failure.title}</p>
      <p className="sino-blank__hint">{explain(failure, messages)}</p>
      <button type="button" className="sino-button" onClick={session.reload}>
        {messages.tryAgain}
      </button>
    </div>
  );
}

function explain(failure: Failure, { failure: text }: Messages): string {
  switch (failure.kind) {
    case 'offline':
    case 'unavailable':
    case 'unauthenticated':
    case 'forbidden':
      return text[failure.kind];
    case 'rejected':
      return text.other(failure.reason);
    case 'internal':
      return text.other(failure.requestId);
  }
}
