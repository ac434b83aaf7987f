import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Lock {
  packages: Record<string, Record<string, unknown>>;
}

const ROOT = join(__dirname, '..', '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sino-lock-'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(ROOT, file), join(folder, file));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'check-lockfile.mjs'), folder], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

function changeLock(change: (lock: Lock) => void): void {
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  change(lock);
  writeFileSync(file, JSON.stringify(lock));
}

describe('The check of the lockfile', () => {
  it('passes ours', () => {
    expect(check()).toEqual({ status: 0, said: expect.stringContaining('pinned, hashed') as string });
  });

  it.each<[string, RegExp, (lock: Lock) => void]>([
    ['a host that a package comes from', /names a host/, ({ packages }) => Object.assign(packages['node_modules/ws'] ?? {}, { resolved: 'https://evil.example/ws.tgz' })],
    ['a package without a hash', /ws has no SHA-512/, ({ packages }) => delete packages['node_modules/ws']?.integrity],
    ['a package with a weak hash', /ws has no SHA-512/, ({ packages }) => Object.assign(packages['node_modules/ws'] ?? {}, { integrity: 'sha1-abc' })],
    ['a package of another version than asked for', /ws .* is not what the lock installs/, ({ packages }) => Object.assign(packages['node_modules/ws'] ?? {}, { version: '8.0.0' })],
    ['a lock that belongs to another package.json', /is absent in package.json/, ({ packages }) => Object.assign(packages['']?.dependencies ?? {}, { extra: '1.0.0' })],
    ['a package that is a link', /is a link/, ({ packages }) => Object.assign(packages['node_modules/ws'] ?? {}, { link: true })],
  ])('finds %s', (_what, reason, change) => {
    changeLock(change);
    const { status, said } = check();
    expect([status, reason.test(said)]).toEqual([1, true]);
  });

  it('finds scripts that would run at install', () => {
    writeFileSync(join(folder, '.npmrc'), 'fund=false\n');
    expect(check()).toMatchObject({ status: 1, said: expect.stringContaining('ignore-scripts') as string });
  });
});

/** A registry that knows of one advisory, or of none. */
async function auditedBy(advisories: Record<string, unknown>): Promise<{ status: number | null; said: string }> {
  const packageOf = (name: string) => ({ name, 'dist-tags': { latest: '99.0.0' }, versions: { '99.0.0': { name, version: '99.0.0' } } });
  const registry = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url?.includes('advisories') ? advisories : packageOf(decodeURIComponent(request.url?.slice(1) ?? ''))));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}`, npm_config_cache: join(folder, 'cache') };
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'check-lockfile.mjs'), folder, '--audit'], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  registry.closeAllConnections();
  await new Promise((resolve) => registry.close(resolve));
  return { status, said };
}

describe('The audit', () => {
  jest.setTimeout(60_000);
  const advisory = { id: 1, url: 'https://advisories.example/1', title: 'made up', severity: 'high', vulnerable_versions: '<99.0.0', cwe: [], cvss: { score: 7 } };

  it('fails for a package of ours that has a known vulnerability', async () => {
    expect(await auditedBy({ ws: [advisory] })).toEqual({ status: 1, said: expect.stringContaining('ws has a known vulnerability (high)') as string });
  });

  it('passes where the registry knows of none', async () => {
    const { status, said } = await auditedBy({});
    expect([status, said]).toEqual([0, expect.not.stringContaining('NOT looked up') as string]);
  });
});
