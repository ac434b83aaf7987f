import type { ReactNode } from 'react';

interface IconProps {
  readonly size?: number;
}

function Icon({ size = 20, children }: IconProps & { readonly children: ReactNode }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export function BellIcon({ size = 24 }: IconProps): ReactNode {
  return (
    <Icon size={size}>
      <path d="M6.2 9.6a5.8 5.8 0 0 1 11.6 0c0 5.2 2 6.7 2 6.7H4.2s2-1.5 2-6.7Z" />
      <path className="sino-clapper" d="M9.9 19.4a2.3 2.3 0 0 0 4.2 0" />
      <path d="M12 3.8V2.6" />
    </Icon>
  );
}

export function CheckIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  );
}

export function CheckAllIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="m2.5 12.5 4 4 8.5-9" />
      <path d="m11.5 15.5 1 1L21 7.5" />
    </Icon>
  );
}

export function DotIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="7.5" />
      <circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none" />
    </Icon>
  );
}

export function CrossIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="m6.5 6.5 11 11m0-11-11 11" />
    </Icon>
  );
}

export function QuestionIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="M12 3.2 19.5 6v5.6c0 4.6-3.1 7.7-7.5 9.2-4.4-1.5-7.5-4.6-7.5-9.2V6L12 3.2Z" />
      <path d="M12 8.2v4.4" />
      <path d="M12 15.9v.1" />
    </Icon>
  );
}

export function ShieldCheckIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="M12 3.2 19.5 6v5.6c0 4.6-3.1 7.7-7.5 9.2-4.4-1.5-7.5-4.6-7.5-9.2V6L12 3.2Z" />
      <path d="m8.8 12 2.3 2.3 4.2-4.6" />
    </Icon>
  );
}

export function TrendUpIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="m3.5 16.5 6-6 4 4 7-7.5" />
      <path d="M15.5 7h5v5" />
    </Icon>
  );
}

export function TrendDownIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="m3.5 7.5 6 6 4-4 7 7.5" />
      <path d="M15.5 17h5v-5" />
    </Icon>
  );
}

export function LevelIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="M4 12h16m-4-4 4 4-4 4" />
    </Icon>
  );
}

export function ArrowIcon({ size = 14 }: IconProps): ReactNode {
  return (
    <Icon size={size}>
      <path d="M4 12h15m-5.5-5.5L19 12l-5.5 5.5" />
    </Icon>
  );
}

export function ArrowUpIcon({ size = 14 }: IconProps): ReactNode {
  return (
    <Icon size={size}>
      <path d="M12 20V5m-5.5 5.5L12 5l5.5 5.5" />
    </Icon>
  );
}

export function CloudOffIcon(props: IconProps): ReactNode {
  return (
    <Icon {...props}>
      <path d="M8.2 6.1A6 6 0 0 1 17.6 10a4.2 4.2 0 0 1 2.6 6.6M17 18H7.2a4.7 4.7 0 0 1-.7-9.3" />
      <path d="m3.5 3.5 17 17" />
    </Icon>
  );
}
