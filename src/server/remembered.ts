import type { Authenticator, Identity } from './auth';

/** How long a key that its provider has withdrawn may still open the door to those who used it just before. */
const REMEMBERED_MILLIS = 30_000;
const MAX_TOKENS = 20_000;

interface Remembered {
  readonly identity: Identity;
  readonly until: number;
}

/**
 * Remembers what it has verified, for seconds: a page that loads sends the same token many times, and checking its
 * signature costs as much as reading a row. Only what was accepted is remembered, and never beyond its own expiry.
 */
export class RememberingAuthenticator implements Authenticator {
  private readonly accepted = new Map<string, Remembered>();

  constructor(
    private readonly inner: Authenticator,
    private readonly now: () => number,
  ) {}

  async authenticate(header: string | undefined): Promise<Identity> {
    const known = header === undefined ? undefined : this.accepted.get(header);
    if (known && this.now() < known.until) return known.identity;
    const identity = await this.inner.authenticate(header);
    if (header !== undefined) this.remember(header, identity);
    return identity;
  }

  private remember(header: string, identity: Identity): void {
    this.accepted.delete(header);
    this.accepted.set(header, { identity, until: Math.min(identity.expiresAt * 1000, this.now() + REMEMBERED_MILLIS) });
    const [oldest] = this.accepted.keys();
    if (this.accepted.size > MAX_TOKENS && oldest !== undefined) this.accepted.delete(oldest);
  }
}
