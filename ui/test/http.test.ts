import { MarkReadDocument } from '../src/generated/graphql';
import { failureOf } from '../src/model/failure';
import { createRequest } from '../src/transport/http';
import { createTokens } from '../src/transport/tokens';

type Reply = { readonly status: number; readonly body: unknown } | Error;

function bench(replies: readonly Reply[], isOnline = true) {
  const queue = [...replies];
  const sent: (string | null)[] = [];
  const waited: number[] = [];
  let issued = 0;
  const request = createRequest({
    endpoint: 'http://127.0.0.1/graphql',
    tokens: createTokens(() => Promise.resolve(`token-${(issued += 1)}`)),
    fetch: (_, init) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      const reply = queue.shift();
      if (reply === undefined || reply instanceof Error) return Promise.reject(reply ?? new Error('no reply is left'));
      return Promise.resolve(new Response(JSON.stringify(reply.body), { status: reply.status }));
    },
    isOnline: () => isOnline,
    wait: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
  });
  return { send: () => request(MarkReadDocument, { ids: [] }), sent, waited };
}

const refused = (code: string): Reply => ({ status: 200, body: { errors: [{ message: 'no', extensions: { code } }] } });
const good: Reply = { status: 200, body: { data: { markRead: { notifications: [] } } } };

async function failureKind(send: () => Promise<unknown>): Promise<string> {
  return send().then(
    () => 'none',
    (cause: unknown) => failureOf(cause).kind,
  );
}

describe('a request', () => {
  it('carries the token', async () => {
    const { send, sent } = bench([good]);
    await send();
    expect(sent).toEqual(['Bearer token-1']);
  });

  it('is sent once more with a fresh token when the old one is refused', async () => {
    const { send, sent } = bench([refused('UNAUTHENTICATED'), good]);
    await send();
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('gives up when the fresh token is refused too', async () => {
    const { send, sent } = bench([refused('UNAUTHENTICATED'), refused('UNAUTHENTICATED')]);
    expect(await failureKind(send)).toBe('unauthenticated');
    expect(sent).toHaveLength(2);
  });

  it('is tried again while the service is away', async () => {
    const { send, waited } = bench([refused('SERVICE_UNAVAILABLE'), { status: 502, body: 'bad gateway' }, good]);
    await send();
    expect(waited).toHaveLength(2);
  });

  it('is not tried again when that cannot help', async () => {
    expect(await failureKind(bench([refused('BAD_USER_INPUT')]).send)).toBe('rejected');
    expect(await failureKind(bench([refused('FORBIDDEN')]).send)).toBe('forbidden');
    expect(await failureKind(bench([refused('INTERNAL_SERVER_ERROR')]).send)).toBe('internal');
  });

  it('tells a lost network from a lost server', async () => {
    expect(await failureKind(bench([new TypeError('fetch failed')], false).send)).toBe('offline');
    expect(await failureKind(bench([1, 2, 3].map(() => new TypeError('fetch failed'))).send)).toBe('unavailable');
  });

  it('accepts data that came with errors, because part of a page is better than none', async () => {
    const { send } = bench([{ status: 200, body: { data: { markRead: {} }, errors: [{ message: 'a detail' }] } }]);
    expect(await send()).toEqual({ markRead: {} });
  });
});
