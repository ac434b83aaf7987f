import type { ReactNode } from 'react';
import { BellIcon } from '../bell/icons';

export function Header({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <header className="page-header">
      <a className="page-brand" href="/" aria-label="Sino">
        <span className="page-brand__mark">
          <BellIcon size={20} />
        </span>
        <span className="page-brand__name">Sino</span>
      </a>
      {children}
    </header>
  );
}
