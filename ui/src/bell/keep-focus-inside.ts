import type { KeyboardEvent } from 'react';

const REACHABLE = 'button:not(:disabled):not([tabindex="-1"]), [tabindex="0"]';

/** On a narrow screen the panel covers the page, so Tab must not lead to what lies underneath. */
export function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>(REACHABLE)];
  const first = reachable[0];
  const last = reachable.at(-1);
  const { activeElement } = document;
  if (event.shiftKey ? activeElement === first || activeElement === event.currentTarget : activeElement === last) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}
