import type { ServerResponse } from 'node:http';

/** Everything comes from here, and scripts are files of ours; workers of the playground's editor are made from blobs. */
export const PAGE_POLICY = [
  "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "font-src 'self' data:",
  "connect-src 'self'", "worker-src 'self' blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
].join('; ');

/** What is no page loads nothing, should a browser ever show it as one. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const COMMON: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['content-security-policy', DATA_POLICY],
];

/** For every answer; a page puts its own policy in place of the one for data. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of COMMON) response.setHeader(name, value);
}
