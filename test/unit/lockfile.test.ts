import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
