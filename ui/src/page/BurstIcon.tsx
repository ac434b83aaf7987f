import type { ReactNode } from 'react';

export function BurstIcon(): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M13 2.8 5 13.4h6l-1 7.8 8-10.6h-6l1-7.8Z" />
    </svg>
  );
}
