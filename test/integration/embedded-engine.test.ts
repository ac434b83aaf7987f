import { execFileSync } from 'node:child_process';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { GraphQLClient } from '../support/graphql-client';
import { until } from '../support/platform';
import { ServerProcess, temporaryFolder } from '../support/server-process';

async function clientFor(url: URL, user: string): Promise<GraphQLClient> {
  const response = await fetch(new URL('/dev/token', url), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ user }),
  });
  const { token } = (await response.json()) as { token: string };
  return new GraphQLClient(url, token);
}

const unread = async (client: GraphQLClient) =>
  (await client.query<{ unreadCount: { count: number } }>('{ unreadCount { count } }')).unreadCount.count;

/** Processes of the embedded engine that work on this folder. */
function enginesOn(folder: string): number[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return processes.filter((line) => /\d+ \S*dynoxide .*--db-path/.test(line) && line.includes(folder)).map((line) => Number.parseInt(line, 10));
}

describe('The server with its embedded engine', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => folder.remove());

  const start = () => ServerProcess.start({ DATA_DIR: folder.path });

  it('has demo data on the very first start only, and keeps what it has over a restart', async () => {
    const first = start();
    const ana = await clientFor(await first.url(), 'ana');
    await until(async () => (await unread(ana)) === 12);
    await ana.query('mutation { markAllRead { changedCount } }');
    expect(await first.stop()).toBe(0);
    expect(enginesOn(folder.path)).toEqual([]);

    const second = start();
    const again = new GraphQLClient(await second.url(), ana.token);
    expect(await unread(again)).toBe(0);
    await second.stop();
  });

  it('keeps everything when it is killed, and leaves no engine behind', async () => {
    const first = start();
    const ana = await clientFor(await first.url(), 'ana');
    await until(async () => (await unread(ana)) === 12);
    first.signal('SIGKILL');
    await first.exited;
    await until(async () => enginesOn(folder.path).length === 0);

    const second = start();
    expect(await unread(new GraphQLClient(await second.url(), ana.token))).toBe(12);
    await second.stop();
  });

  it('says so and ends when its engine dies', async () => {
    const server = start();
    await server.url();
    for (const pid of enginesOn(folder.path)) process.kill(pid, 'SIGKILL');
    expect(await server.exited).toBe(1);
    expect(server.text).toMatch(/the embedded engine ended with code/);
  });

  it('refuses data that another server uses, and names that server', async () => {
    const first = start();
    await first.url();
    const second = start();
    expect(await second.exited).toBe(1);
    expect(second.text).toContain(`in use by another server (process ${first.pid})`);
    expect(second.text).toContain('DATA_DIR');
    await first.stop();
  });

  it('takes over from a server that left its lock behind', async () => {
    const first = start();
    await first.url();
    first.signal('SIGKILL');
    await first.exited;
    expect(await readFile(join(folder.path, 'lock'), 'utf8')).toBe(String(first.pid));
    const second = start();
    await second.url();
    await second.stop();
  });

  const damages: [string, (file: string) => Promise<void>, RegExp][] = [
    ['cut short', async (file) => truncate(file, Math.floor((await stat(file)).size / 2)), /was cut short: it has \d+ bytes of \d+/],
    ['emptied', async (file) => truncate(file, 0), /was used before, and is empty now/],
    ['overwritten', async (file) => writeFile(file, 'this is not a database, and it is long enough to have a header of a hundred bytes, or nearly so.......'), /is not a database of the embedded engine/],
  ];

  it.each(damages)('does not start on an empty database when its file was %s', async (_what, damage, message) => {
    const first = start();
    await first.url();
    await first.stop();
    await damage(join(folder.path, 'sino.db'));
    const second = start();
    expect(await second.exited).toBe(1);
    expect(second.text).toMatch(message);
    expect(second.text).toContain('Put a backup back');
  });

  it('ends within its deadline on SIGTERM and closes sockets with 1001', async () => {
    const server = start();
    const ana = await clientFor(await server.url(), 'ana');
    const subscription = await ana.subscribe('subscription { unreadCount { count } }');
    await subscription.next();
    expect(await server.stop()).toBe(0);
    expect(subscription.closeCode).toBe(1001);
    expect(server.text).not.toMatch(/not stopped within/);
  });

  it('lists every problem of its configuration at once', async () => {
    const server = ServerProcess.start({ DATA_DIR: folder.path, HOST: '0.0.0.0', PORT: 'many', RETENTION_DAYS: '0' });
    expect(await server.exited).toBe(1);
    for (const problem of ['HOST is 0.0.0.0', 'PORT is "many"', 'RETENTION_DAYS is "0"']) expect(server.text).toContain(problem);
  });

  it('says which program takes its port', async () => {
    const first = start();
    const { port } = await first.url();
    const other = await temporaryFolder();
    const second = ServerProcess.start({ DATA_DIR: other.path, PORT: port });
    expect(await second.exited).toBe(1);
    expect(second.text).toMatch(/taken by another program/);
    await first.stop();
    await other.remove();
  });
});
