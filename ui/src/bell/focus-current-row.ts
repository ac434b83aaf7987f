/** Where focus goes when what had it is gone: the row it was last on, else the panel itself. */
export function focusCurrentRow(within: Element): void {
  const panel = within.closest<HTMLElement>('.sino-panel');
  const row = panel?.querySelector<HTMLElement>('.sino-row__main[tabindex="0"]');
  (row ?? panel)?.focus();
}
