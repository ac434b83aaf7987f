import { useId, useState, type ReactNode } from 'react';
import type { PageMessages } from './messages';

export function SignIn({
  messages,
  onToken,
}: {
  readonly messages: PageMessages;
  readonly onToken: (token: string) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const id = useId();
  const token = text.trim().replace(/^bearer\s+/i, '');
  return (
    <form
      className="page-sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (token !== '') onToken(token);
      }}
    >
      <h1>{messages.signIn}</h1>
      <p className="page-quiet">{messages.signInHint}</p>
      <label htmlFor={id}>{messages.token}</label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={token === ''}>
        {messages.useToken}
      </button>
    </form>
  );
}
