import type { ReactNode } from 'react';
import type { Filter } from '../model/filter';
import { useBell } from './bell-context';
import { BellIcon, CheckAllIcon } from './icons';

export function EmptyState({ filter }: { readonly filter: Filter }): ReactNode {
  const { messages } = useBell();
  const { title, hint } = filter.kind === null ? messages.empty[filter.status] : messages.emptyOfKind;
  return (
    <div className="sino-blank">
      <span className="sino-blank__art" aria-hidden="true">
        {filter.status === 'unread' ? <CheckAllIcon size={30} /> : <BellIcon size={30} />}
      </span>
      <p className="sino-blank__title">{title}</p>
      <p className="sino-blank__hint">{hint}</p>
    </div>
  );
}
