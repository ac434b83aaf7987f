import { loadConfig } from '../../../src/config';
import { BoundedAuthenticator } from '../../../src/server/admission';
import type { Identity } from '../../../src/server/auth';
import { RateLimit, TooManyRequests } from '../../../src/server/rate-limit';
import { SocketRegistry } from '../../../src/server/socket-registry';

describe('Tokens that come in faster than they can be verified', () => {
  it('are verified a few at a time, in order, and beyond the queue sent away', async () => {
    const finish: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const authenticator = new BoundedAuthenticator(
      {
        async authenticate(header): Promise<Identity> {
          running += 1;
          most = Math.max(most, running);
          await new Promise<void>((resolve) => finish.push(resolve));
          running -= 1;
          if (header === 'bad') throw new Error('refused');
          return { user: header ?? '', roles: [], expiresAt: 0 };
        },
      },
      2,
    );
    const outcomes = Array.from({ length: 400 }, async (_, n) =>
      authenticator.authenticate(n % 3 === 0 ? 'bad' : String(n)).then(({ user }) => user, (error: unknown) => (error instanceof TooManyRequests ? 'later' : 'refused')),
    );
    for (let n = 0; n < 302; n += 1) {
      while (finish.length === 0) await Promise.resolve();
      finish.shift()?.();
    }
    const seen = await Promise.all(outcomes);
    expect(most).toBe(2);
    expect(seen.slice(0, 302).every((outcome, n) => outcome === (n % 3 === 0 ? 'refused' : String(n)))).toBe(true);
    expect(new Set(seen.slice(302))).toEqual(new Set(['later']));
    const afterwards = authenticator.authenticate('again');
    while (finish.length === 0) await Promise.resolve();
    finish.shift()?.();
    await expect(afterwards).resolves.toMatchObject({ user: 'again' });
  });
});

describe('The allowance of a user', () => {
  it('refills all the time, up to a minute of it', () => {
    let millis = 0;
    const limit = new RateLimit(60, 'Slow down.', () => millis);
    limit.take('ana', 60);
    expect(() => limit.take('ana', 1)).toThrow('Try again in 1 s.');
    millis += 3_600_000;
    limit.take('ana', 60);
    expect(() => limit.take('ana', 1)).toThrow(TooManyRequests);
  });

  it('pays for something larger than itself when it is full', () => {
    const limit = new RateLimit(10, 'Slow down.', () => 0);
    limit.take('ana', 1_000);
    expect(() => limit.take('ana', 1)).toThrow(TooManyRequests);
  });

  it('is forgotten for those not seen for long, so that memory stays bounded', () => {
    const limit = new RateLimit(1, 'Slow down.', () => 0);
    limit.take('first', 1);
    for (let n = 0; n < 10_000; n += 1) limit.take(`user-${n}`, 1);
    expect(() => limit.take('first', 1)).not.toThrow();
    expect(() => limit.take('user-9999', 1)).toThrow(TooManyRequests);
  });
});

describe('The list of those connected', () => {
  const peer = (user?: string) => {
    const closes: number[] = [];
    const made = { identity: user === undefined ? undefined : { user, roles: [], expiresAt: 0 }, close: (code: number) => void closes.push(code) };
    return { peer: made, closes };
  };
  const registryWith = (env: Record<string, string>, now: () => number) => new SocketRegistry(loadConfig(env).limits.socket, now);

  it('has room again when somebody leaves', () => {
    const registry = registryWith({ MAX_SOCKETS: '1' }, () => 0);
    const { peer: only } = peer();
    registry.opened(only);
    expect(registry.hasRoom()).toBe(false);
    registry.closed(only);
    expect(registry.hasRoom()).toBe(true);
  });

  it('makes the oldest of those who never introduced themselves give way, but nobody who just came', () => {
    let millis = 0;
    const registry = registryWith({ MAX_PENDING_SOCKETS: '2' }, () => millis);
    const [first, second] = [peer(), peer()];
    registry.opened(first.peer);
    registry.opened(second.peer);
    expect(registry.hasRoom()).toBe(false);
    millis += 1_000;
    expect(registry.hasRoom()).toBe(true);
    expect([first.closes, second.closes]).toEqual([[4408], []]);
  });

  it('counts the connections of each user', () => {
    const registry = registryWith({ MAX_SOCKETS_PER_USER: '2' }, () => 0);
    const [one, two, three, other] = [peer('ana'), peer('ana'), peer(), peer('bruno')];
    for (const { peer: opened } of [one, two, three, other]) registry.opened(opened);
    expect([registry.introduced(one.peer, 'ana'), registry.introduced(two.peer, 'ana'), registry.introduced(three.peer, 'ana')]).toEqual([true, true, false]);
    expect(registry.introduced(other.peer, 'bruno')).toBe(true);
    registry.closed(three.peer);
    registry.closed(one.peer);
    expect(registry.introduced(peer('ana').peer, 'ana')).toBe(true);
  });
});
