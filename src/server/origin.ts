import type { IncomingHttpHeaders } from 'node:http';

import { isLoopback } from '../config';

/** Which web pages may talk to us. A caller that is no browser sends no Origin and is judged by its token alone. */
export class OriginPolicy {
  constructor(
    private readonly allowed: readonly string[],
    private readonly isDevelopment: boolean,
  ) {}

  accepts({ origin, host }: IncomingHttpHeaders): boolean {
    if (origin === undefined) return true;
    if (this.allowed.includes(origin)) return true;
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
  }

  /**
   * Development mode hands out tokens, so a page elsewhere that points its own name at 127.0.0.1 must not pass for us:
   * only names that mean this machine are answered.
   */
  acceptsHost({ host }: IncomingHttpHeaders): boolean {
    if (!this.isDevelopment) return true;
    const name = host?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
    return name !== undefined && isLoopback(name);
  }
}
