import { createTokens } from '../src/transport/tokens';

describe('tokens', () => {
  function bench(answers: readonly string[]) {
    const queue = [...answers];
    const asked: boolean[] = [];
    const tokens = createTokens(({ isRenewal }) => {
      asked.push(isRenewal);
      const answer = queue.shift();
      return answer === undefined ? Promise.reject(new Error('signed out')) : Promise.resolve(answer);
    });
    return { tokens, asked };
  }

  it('are asked for once and kept', async () => {
    const { tokens, asked } = bench(['a']);
    expect(await Promise.all([tokens.current(), tokens.current()])).toEqual(['a', 'a']);
    expect(asked).toEqual([false]);
  });

  it('are renewed once for all requests that were refused with the same one', async () => {
    const { tokens, asked } = bench(['a', 'b']);
    await tokens.current();
    expect(await Promise.all([tokens.renew('a'), tokens.renew('a')])).toEqual(['b', 'b']);
    expect(asked).toEqual([false, true]);
  });

  it('are asked for again after the host failed to give one', async () => {
    const { tokens, asked } = bench([]);
    await expect(tokens.current()).rejects.toThrow('signed out');
    await expect(tokens.current()).rejects.toThrow('signed out');
    expect(asked).toHaveLength(2);
  });
});
