import { readLimits, type Limits } from './config.limits';
import { Reader, type Environment } from './config.reader';
import { isLocalEngine, type DatabaseClient, type EngineAddress } from './db/client';
import type { TableNames } from './db/tables';
import type { LogLevel } from './observability/logger';
import type { JobName } from './stream/job';

export type Engine = { readonly kind: 'embedded'; readonly dataDir: string } | ({ readonly kind: 'remote' } & EngineAddress);

export type Auth =
  | { readonly kind: 'jwks'; readonly url: URL; readonly issuer: string | undefined; readonly audience: string | undefined }
  | { readonly kind: 'secret'; readonly secret: string; readonly issuer: string | undefined; readonly audience: string | undefined }
  /** Tokens for the asking: on a loopback address only. */
  | { readonly kind: 'development' };

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly engine: Engine;
  /** How calls reach the database: see src/db/transport.ts. */
  readonly databaseClient: DatabaseClient;
  readonly dataDir: string;
  readonly createTables: boolean;
  readonly tables: TableNames;
  readonly auth: Auth;
  readonly redisUrl: string | undefined;
  /** What this process does with the streams. Where a Lambda function captures, the server only publishes. */
  readonly jobs: readonly JobName[];
  readonly retentionDays: number;
  readonly unreadCountCap: number;
  /** Besides the server's own. */
  readonly allowedOrigins: readonly string[];
  /** Whether callers may ask for the schema, and browsers get the playground, which lives on that. */
  readonly introspection: boolean;
  readonly limits: Limits;
  readonly logLevel: LogLevel;
}

export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];
const JOBS: readonly JobName[] = ['capture', 'publish'];
const DATABASE_CLIENTS: readonly DatabaseClient[] = ['lean', 'sdk'];

/**
 * For a function or a command: neither listens, so neither has tokens to verify. Reads every variable, then says
 * everything that is wrong with them at once.
 */
export function loadConfig(env: Environment): Config {
  const read = new Reader(env);
  return finish(read, readConfig(read));
}

/** For the server, which without AUTH_* gives tokens to anyone who asks: what those open must be nobody's but the asker's. */
export function loadServerConfig(env: Environment): Config {
  const read = new Reader(env);
  const config = readConfig(read);
  const isOpen = read.optional('AUTH_JWKS_URL') === undefined && read.optional('AUTH_SECRET') === undefined;
  if (isOpen && !isLoopback(config.host)) {
    read.complain(`HOST is ${config.host}: without AUTH_JWKS_URL or AUTH_SECRET Sino gives tokens to anyone who asks, so it listens on a loopback address only (127.0.0.1, ::1, localhost)`);
  }
  if (isOpen && !isLocal(config.engine)) {
    const variable = read.optional('DYNAMODB_ENDPOINT') === undefined ? 'AWS_REGION' : 'DYNAMODB_ENDPOINT';
    read.complain(`${variable} means the real service: without AUTH_JWKS_URL or AUTH_SECRET Sino gives tokens to anyone who asks, and lets them write into its source table. Set one of the two, or DYNAMODB_ENDPOINT for a local database, or unset AWS_REGION for the embedded one`);
  }
  return finish(read, config);
}

function finish(read: Reader, config: Config): Config {
  if (read.problems.length > 0) throw new ConfigProblems(read.problems);
  return config;
}

function readConfig(read: Reader): Config {
  const engine = readEngine(read);
  const auth = readAuth(read);
  return {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 4000, 0, 65_535),
    engine,
    databaseClient: read.choice('DATABASE_CLIENT', DATABASE_CLIENTS, 'lean'),
    dataDir: read.text('DATA_DIR', '.sino'),
    createTables: read.boolean('CREATE_TABLES', isLocal(engine)),
    tables: {
      source: read.tableName('SOURCE_TABLE', 'tbff2022_product_score'),
      notifications: read.tableName('NOTIFICATION_TABLE', 'tbff2022_notification_centro'),
      consumer: read.tableName('CONSUMER_TABLE', 'tbff2022_notification_consumer'),
      deadLetters: read.tableName('DEAD_LETTER_TABLE', 'tbff2022_notification_dead_letter'),
    },
    auth,
    redisUrl: read.redisUrl('REDIS_URL'),
    jobs: read.choices('JOBS', JOBS),
    retentionDays: read.integer('RETENTION_DAYS', 90, 1, 3650),
    unreadCountCap: read.integer('UNREAD_COUNT_CAP', 1000, 1, 10_000),
    allowedOrigins: read.list('ALLOWED_ORIGINS').map((origin) => read.origin('ALLOWED_ORIGINS', origin)),
    introspection: read.boolean('INTROSPECTION', auth.kind === 'development'),
    limits: readLimits(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

export function isDevelopment(config: Config): boolean {
  return config.auth.kind === 'development';
}

function isLocal(engine: Engine): boolean {
  return engine.kind === 'embedded' || isLocalEngine(engine);
}

function readEngine(read: Reader): Engine {
  const endpoint = read.optional('DYNAMODB_ENDPOINT');
  const region = read.optional('AWS_REGION');
  if (endpoint !== undefined) {
    read.url('DYNAMODB_ENDPOINT', endpoint);
    // A local engine may keep a database for each access key, so one that is set is used.
    const useLocalCredentials = isLocalEngine({ endpoint }) && read.optional('AWS_ACCESS_KEY_ID') === undefined;
    return { kind: 'remote', endpoint, region: region ?? 'local', useLocalCredentials };
  }
  if (region !== undefined) return { kind: 'remote', endpoint: undefined, region, useLocalCredentials: false };
  return { kind: 'embedded', dataDir: read.text('DATA_DIR', '.sino') };
}

function readAuth(read: Reader): Auth {
  const jwksUrl = read.optional('AUTH_JWKS_URL');
  const secret = read.optional('AUTH_SECRET');
  const issuer = read.optional('AUTH_ISSUER');
  const audience = read.optional('AUTH_AUDIENCE');
  if (jwksUrl !== undefined && secret !== undefined) read.complain('AUTH_JWKS_URL and AUTH_SECRET are both set: choose one');
  if (jwksUrl !== undefined) {
    const url = read.url('AUTH_JWKS_URL', jwksUrl);
    if (url) return { kind: 'jwks', url, issuer, audience };
  }
  if (secret !== undefined) {
    if (Buffer.byteLength(secret) < 32) read.complain('AUTH_SECRET is shorter than the 32 bytes that HS256 asks for');
    return { kind: 'secret', secret, issuer, audience };
  }
  if (jwksUrl === undefined && (issuer !== undefined || audience !== undefined)) {
    read.complain('AUTH_ISSUER or AUTH_AUDIENCE is set without AUTH_JWKS_URL or AUTH_SECRET');
  }
  return { kind: 'development' };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
