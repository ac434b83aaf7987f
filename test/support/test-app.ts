import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SignJWT } from 'jose';

import { startApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { createClients } from '../../src/db/client';
import { Database } from '../../src/db/database';
import { sleep } from '../../src/domain/backoff';
import { createLogger, type Logger } from '../../src/observability/logger';
import { embeddedEngine, requireLocal, uniqueTableNames, type EngineUnderTest } from './engines';
import { GraphQLClient } from './graphql-client';

export const TEST_SECRET = 'a secret that only tests know, 32+';

export interface TestApp {
  readonly url: URL;
  readonly endpoint: string;
  readonly tables: Readonly<Record<'source' | 'notifications' | 'consumer' | 'deadLetters', string>>;
  /** A database of the test's own, to write as the platform would and to look behind the API. */
  readonly database: Database;
  readonly logLines: readonly string[];
  as(user: string, roles?: readonly string[]): Promise<GraphQLClient>;
  stop(): Promise<void>;
}

interface Options {
  /** A database that somebody else looks after; without it the app has one of its own, on `engine`. */
  readonly endpoint?: string;
  readonly engine?: EngineUnderTest;
  readonly env?: Readonly<Record<string, string>>;
  /** Tables of an earlier app of the same test, to go on where that one stopped. */
  readonly tableNames?: Readonly<Record<string, string>>;
}

/** The real application on a free port, in this process, with a secret for tokens and tables of its own. */
export async function startTestApp({ endpoint: given, engine = embeddedEngine, env = {}, tableNames = uniqueTableNames() }: Options = {}): Promise<TestApp> {
  const own = given === undefined ? await engine.start() : undefined;
  const endpoint = requireLocal(given ?? own?.endpoint);
  const dataDir = await mkdtemp(join(tmpdir(), 'sino-app-'));
  const { log, lines } = capturingLogger();
  const config = loadConfig({
    PORT: '0', DATA_DIR: dataDir, DYNAMODB_ENDPOINT: endpoint, AUTH_SECRET: TEST_SECRET, ...tableNames, ...env,
  });
  const app = await startApp(config, log);
  const clients = createClients({ endpoint, region: 'local', useLocalCredentials: true });
  return {
    url: app.url,
    endpoint,
    tables: config.tables,
    database: new Database(clients.transport, () => undefined, sleep),
    logLines: lines,
    as: async (user, roles = []) => new GraphQLClient(app.url, await tokenFor(user, roles)),
    async stop() {
      await app.stop();
      clients.stop();
      await own?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function tokenFor(user: string, roles: readonly string[] = [], expiresIn = 3600): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  return new SignJWT({ roles: [...roles] }).setProtectedHeader({ alg: 'HS256' }).setSubject(user).setExpirationTime(exp).sign(Buffer.from(TEST_SECRET));
}

export function capturingLogger(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  return { lines, log: createLogger('debug', { write: (line) => void lines.push(line) }) };
}

