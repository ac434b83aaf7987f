import { createLogger } from '../../../src/observability/logger';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('debug', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('A log line', () => {
  it('leaves out what an error carries beside its words', () => {
    const cause = Object.assign(new Error('the cause'), { $response: { headers: { authorization: TOKEN } }, config: { request: { token: TOKEN } } });
    const error = Object.assign(new Error('it failed', { cause }), { code: 'E_FAILED', headers: { cookie: TOKEN }, payload: { jwt: TOKEN } });
    const line = logged((log) => log.error({ err: error }, 'failed'));
    expect(line).not.toContain(TOKEN);
    for (const word of ['it failed', 'the cause', 'E_FAILED', 'logger.secrets.test']) expect(line).toContain(word);
  });

  it('survives what is thrown and is no error', () => {
    expect(logged((log) => log.error({ err: 'just words' }, 'failed'))).toContain('just words');
    expect(logged((log) => log.error({ err: undefined }, 'failed'))).toContain('failed');
  });

  it('masks tokens and secrets under their usual names', () => {
    const line = logged((log) => log.info({ token: TOKEN, request: { headers: { authorization: TOKEN } }, auth: { secret: TOKEN } }, 'odd'));
    expect(line).not.toContain(TOKEN);
  });
});
