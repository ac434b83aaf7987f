import { bearerToken, type Authenticator, type Identity } from './auth';

/** How long a key that its provider has withdrawn may still open the door to those who used it just before. */
const REMEMBERED_MILLIS = 30_000;
const MAX_TOKENS = 20_000;
/** Longer ones are verified each time: so many of them would fill the memory. */
const MAX_TOKEN_CHARS = 4_096;

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
    // The token itself: the same one may be sent with any number of spaces before it.
    const token = bearerToken(header);
    const known = this.accepted.get(token);
    if (known && this.now() < known.until) return known.identity;
    const identity = await this.inner.authenticate(header);
    if (token.length <= MAX_TOKEN_CHARS) this.remember(token, identity);
    return identity;
  }

  private remember(token: string, identity: Identity): void {
    this.accepted.delete(token);
    this.accepted.set(token, { identity, until: Math.min(identity.expiresAt * 1000, this.now() + REMEMBERED_MILLIS) });
    const [oldest] = this.accepted.keys();
    if (this.accepted.size > MAX_TOKENS && oldest !== undefined) this.accepted.delete(oldest);
  }
}
