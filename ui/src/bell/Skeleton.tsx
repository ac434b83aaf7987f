import type { ReactNode } from 'react';

export function Skeleton({ rows, label }: { readonly rows: number; readonly label: string }): ReactNode {
  return (
    <div className="sino-skeleton" role="status">
      <span className="sino-sr">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="sino-skeleton__row" aria-hidden="true">
          <span className="sino-skeleton__mark" />
          <span className="sino-skeleton__lines">
            <span />
            <span />
          </span>
        </div>
      ))}
    </div>
  );
}
