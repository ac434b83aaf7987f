import { Unauthenticated } from '../../../src/domain/errors';
import type { Identity } from '../../../src/server/auth';
import { RememberingAuthenticator } from '../../../src/server/remembered';

describe('An authenticator that remembers', () => {
  let now = 0;
  let asked = 0;
  let answer: () => Promise<Identity> = async () => ({ user: 'ana', roles: [], expiresAt: 100 });
  const authenticator = () => {
    now = 0;
    asked = 0;
    return new RememberingAuthenticator({ authenticate: async () => ((asked += 1), answer()) }, () => now);
  };

  it('verifies a token once in half a minute', async () => {
    const remembering = authenticator();
    for (now = 0; now < 30_000; now += 1_000) expect((await remembering.authenticate('Bearer a')).user).toBe('ana');
    expect(asked).toBe(1);
    await remembering.authenticate('Bearer a');
    expect(asked).toBe(2);
  });

  it('does not take one token for another', async () => {
    const remembering = authenticator();
    await remembering.authenticate('Bearer a');
    await remembering.authenticate('Bearer b');
    await expect(remembering.authenticate(undefined)).rejects.toBeInstanceOf(Unauthenticated);
    expect(asked).toBe(2);
  });

  it('knows a token again however it is sent, and does not keep one that is huge', async () => {
    const remembering = authenticator();
    for (let spaces = 1; spaces < 50; spaces += 1) await remembering.authenticate(`bearer${' '.repeat(spaces)}a `);
    expect(asked).toBe(1);
    const huge = `Bearer ${'x'.repeat(5_000)}`;
    await remembering.authenticate(huge);
    await remembering.authenticate(huge);
    expect(asked).toBe(3);
  });

  it('never remembers beyond the expiry of the token', async () => {
    answer = async () => ({ user: 'ana', roles: [], expiresAt: 10 });
    const remembering = authenticator();
    await remembering.authenticate('Bearer a');
    now = 9_999;
    await remembering.authenticate('Bearer a');
    expect(asked).toBe(1);
    now = 10_000;
    await remembering.authenticate('Bearer a');
    expect(asked).toBe(2);
  });

  it('remembers no refusal', async () => {
    answer = async () => Promise.reject(new Error('no'));
    const remembering = authenticator();
    await expect(remembering.authenticate('Bearer a')).rejects.toThrow('no');
    await expect(remembering.authenticate('Bearer a')).rejects.toThrow('no');
    expect(asked).toBe(2);
  });
});
