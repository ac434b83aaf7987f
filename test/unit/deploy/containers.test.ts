import { existsSync, readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { loadConfig, loadServerConfig } from '../../../src/config';

interface Compose {
  readonly services: Readonly<Record<string, {
    readonly environment?: Readonly<Record<string, string>>;
    readonly depends_on?: Readonly<Record<string, unknown>>;
    readonly ports?: readonly string[];
    readonly stop_grace_period?: string;
  }>>;
}

/** No container engine runs here: what can be read is checked, what has to be run is not. */
describe('The image', () => {
  const lines = readFileSync('Dockerfile', 'utf8').replace(/\\\n/g, ' ').split('\n').filter((line) => line && !line.startsWith('#'));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));
  const valuesOf = (instruction: string, among = last) =>
    among.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim());

  it('is built in stages, and the last brings neither compiler nor tests nor the embedded engine', () => {
    expect(valuesOf('FROM', lines)).toHaveLength(3);
    expect(valuesOf('RUN')).toEqual([]);
    expect(valuesOf('RUN', lines)).toContainEqual(expect.stringContaining('--omit=dev --omit=optional'));
    expect(valuesOf('COPY')).toEqual(['--from=modules /app/node_modules node_modules', '--from=build /app/dist dist', 'package.json ./']);
  });

  it('runs without rights, is asked for its health, and hears the signal to stop', () => {
    expect(valuesOf('USER')).toEqual(['node']);
    expect(valuesOf('HEALTHCHECK')[0]).toContain('/healthz');
    expect(valuesOf('STOPSIGNAL')).toEqual(['SIGTERM']);
    // The exec form: a shell in between would keep the signal to itself.
    expect(JSON.parse(valuesOf('CMD')[0] ?? '')).toEqual(['node', 'dist/main.js']);
  });

  it('copies only what is there and not ignored', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').split('\n').filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = valuesOf('COPY', lines).filter((line) => !line.startsWith('--from')).flatMap((line) => line.split(' ').slice(0, -1));
    for (const name of copied.filter((candidate) => !candidate.endsWith('*'))) {
      expect({ name, isThere: existsSync(name), isAllowed: allowed.includes(name) }).toEqual({ name, isThere: true, isAllowed: true });
    }
  });
});

describe('The compose file', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose;

  it('starts two instances on one database and one Redis, with an environment that the server accepts', () => {
    expect(Object.keys(services)).toEqual(['bff-1', 'bff-2', 'redis', 'dynamodb']);
    for (const name of ['bff-1', 'bff-2']) {
      const service = services[name];
      expect(Object.keys(service?.depends_on ?? {})).toEqual(['redis', 'dynamodb']);
      expect(loadServerConfig({ HOST: '0.0.0.0', ...service?.environment })).toMatchObject({
        engine: { kind: 'remote', endpoint: 'http://dynamodb:8000', useLocalCredentials: true }, createTables: true,
        redisUrl: 'redis://redis:6379', auth: { kind: 'secret' }, jobs: ['capture', 'publish'],
      });
      expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
    }
  });

  it('offers nothing beyond this machine', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

describe('JOBS', () => {
  it('is both unless some are named', () => {
    expect(loadConfig({}).jobs).toEqual(['capture', 'publish']);
    expect(loadConfig({ JOBS: ' ' }).jobs).toEqual(['capture', 'publish']);
    expect(loadConfig({ JOBS: 'publish' }).jobs).toEqual(['publish']);
    expect(loadConfig({ JOBS: 'publish, capture' }).jobs).toEqual(['capture', 'publish']);
  });

  it('names only jobs there are', () => {
    expect(() => loadConfig({ JOBS: 'capture,mail' })).toThrow('JOBS names mail, known are capture, publish');
  });
});
