import type { ReactNode } from 'react';
import { displayName } from './display-name';

interface UserPickerProps {
  readonly label: string;
  readonly users: readonly string[];
  readonly user: string;
  readonly onPick: (user: string) => void;
}

export function UserPicker({ label, users, user, onPick }: UserPickerProps): ReactNode {
  return (
    <div className="page-users" role="group" aria-label={label}>
      {users.map((name, index) => (
        <button
          key={name}
          type="button"
          className="page-user"
          data-hue={index % 3}
          aria-pressed={name === user}
          onClick={() => onPick(name)}
        >
          <span className="page-user__avatar" aria-hidden="true">
            {displayName(name).charAt(0)}
          </span>
          <span className="page-user__name">{displayName(name)}</span>
        </button>
      ))}
    </div>
  );
}
