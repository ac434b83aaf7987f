import { useLayoutEffect, useRef, useState, type KeyboardEvent, type FocusEvent, type RefObject } from 'react';
import type { BellNotification } from '../model/notification';
import { useRowActions } from './use-row-actions';

export interface RowFocus {
  readonly currentId: string | null;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Arrow keys walk the rows, and focus never falls out of the list when its row leaves. */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly BellNotification[]): RowFocus {
  const actions = useRowActions();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const place = useRef({ index: -1, isInside: false });
  const focusedIndex = rows.findIndex(({ id }) => id === focusedId);
  const current = rows[focusedIndex] ?? rows[0];

  function focusRow(index: number): void {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (row === undefined) return;
    setFocusedId(row.id);
    list.current?.querySelector<HTMLElement>(`[data-id="${row.id}"] .sino-row__main`)?.focus();
  }

  useLayoutEffect(() => {
    if (focusedIndex >= 0) {
      place.current.index = focusedIndex;
    } else if (place.current.isInside && place.current.index >= 0 && isFocusOurs(list.current)) {
      if (rows.length > 0) focusRow(place.current.index);
      else list.current?.focus();
    }
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = stepOf(event.key, rows.length);
    if (step !== null) {
      event.preventDefault();
      focusRow(step.kind === 'to' ? step.index : Math.max(0, focusedIndex) + step.by);
      return;
    }
    if (current === undefined || current.id !== focusedId) return;
    if (event.key === 'r' || event.key === 'R') actions.toggleRead(current);
    else if (event.key === 'Delete' || event.key === 'Backspace') actions.dismiss(current);
  }

  return {
    currentId: current?.id ?? null,
    onFocus(event) {
      const id = event.target.closest<HTMLElement>('[data-id]')?.dataset['id'];
      if (id !== undefined) setFocusedId(id);
      place.current.isInside = true;
    },
    onBlur(event) {
      // Without a next element the focused one has vanished, or someone clicked on nothing: the place is kept.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) {
        place.current.isInside = false;
      }
    },
    onKeyDown,
  };
}

/** A row that leaves because of another device must not pull focus away from where the reader is typing. */
function isFocusOurs(list: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || list?.contains(activeElement) === true;
}

type Step = { readonly kind: 'by'; readonly by: number } | { readonly kind: 'to'; readonly index: number };

function stepOf(key: string, length: number): Step | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return { kind: 'by', by: 1 };
    case 'ArrowUp':
    case 'k':
      return { kind: 'by', by: -1 };
    case 'Home':
      return { kind: 'to', index: 0 };
    case 'End':
      return { kind: 'to', index: length - 1 };
    default:
      return null;
  }
}
