import type { ReactNode, Ref } from 'react';
import { badgeText } from '../i18n/format';
import { shownCount } from '../store/count';
import { useBell, useBellState } from './bell-context';
import { BellIcon } from './icons';

interface BellButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly isOpen: boolean;
  readonly panelId: string;
  readonly onClick: () => void;
}

export function BellButton({ ref, isOpen, panelId, onClick }: BellButtonProps): ReactNode {
  const { messages } = useBell();
  const badge = useBellState((state) => badgeText(shownCount(state)));
  const arrivals = useBellState((state) => state.arrivals.total);
  const phase = useBellState((state) => state.connection.phase);
  return (
    <button
      ref={ref}
      type="button"
      className="sino-bell"
      data-phase={phase}
      aria-label={messages.bell(badge)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={onClick}
    >
      {/* The key restarts the swing for each arrival. */}
      <span key={arrivals} className="sino-bell__icon" data-ringing={arrivals > 0}>
        <BellIcon />
      </span>
      {badge !== null && (
        <span key={badge} className="sino-badge" aria-hidden="true">
          {badge}
        </span>
      )}
    </button>
  );
}
