import type { ReactNode } from 'react';
import { KIND_FILTERS } from '../model/filter';
import { useBell, useBellState } from './bell-context';

export function KindChips(): ReactNode {
  const { session, messages } = useBell();
  const filter = useBellState((state) => state.filter);
  return (
    <div className="sino-chips" role="group" aria-label={messages.kindFilter}>
      {KIND_FILTERS.map((kind) => (
        <button
          key={kind ?? 'any'}
          type="button"
          className="sino-chip"
          aria-pressed={kind === filter.kind}
          onClick={() => session.show({ ...filter, kind })}
        >
          {messages.kind(kind)}
        </button>
      ))}
    </div>
  );
}
