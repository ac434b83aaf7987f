import { createClients } from '../../src/db/client';
import { Database } from '../../src/db/database';
import { sleep } from '../../src/domain/backoff';
import { embeddedEngine, uniqueTableNames, type TestEngine } from './engines';
import type { Fault } from './faults';
import { Proxy } from './proxy';
import { startTestApp, type TestApp } from './test-app';
import type { ShardScript } from './virtual-stream';

export interface Script {
  readonly faults?: readonly Fault[];
  /** How the shards of the source stream behave. */
  readonly source?: Omit<ShardScript, 'table' | 'keepsCollections'>;
  readonly notifications?: Omit<ShardScript, 'table' | 'keepsCollections'>;
}

/** The application behind a scripted proxy. The platform that writes the source, and the audit, go around the proxy. */
export class Stage {
  private constructor(
    readonly engine: TestEngine,
    readonly proxy: Proxy,
    readonly tableNames: ReturnType<typeof uniqueTableNames>,
    readonly database: Database,
    private readonly stopClients: () => void,
    public app: TestApp,
  ) {}

  static async open({ faults = [], source, notifications }: Script = {}): Promise<Stage> {
    const engine = await embeddedEngine.start();
    const tableNames = uniqueTableNames();
    const streams = [
      ...(source ? [{ ...source, table: tableNames.SOURCE_TABLE }] : []),
      ...(notifications ? [{ ...notifications, table: tableNames.NOTIFICATION_TABLE, keepsCollections: true }] : []),
    ];
    const proxy = await Proxy.start({ target: engine.endpoint, faults, streams });
    const app = await startTestApp({ endpoint: proxy.endpoint, tableNames });
    const clients = createClients({ endpoint: engine.endpoint, region: 'local', useLocalCredentials: true });
    const database = new Database(clients.transport, () => undefined, sleep);
    return new Stage(engine, proxy, tableNames, database, () => clients.stop(), app);
  }

  get tables(): TestApp['tables'] {
    return this.app.tables;
  }

  async restart(): Promise<void> {
    this.app = await startTestApp({ endpoint: this.proxy.endpoint, tableNames: this.tableNames });
  }

  /** What the table holds for a user, oldest first, straight from the engine. */
  async inbox(user: string): Promise<Record<string, unknown>[]> {
    return itemsOf(this.database, this.tables.notifications, user);
  }

  async inboxes(users: readonly string[]): Promise<Record<string, unknown>[]> {
    return (await Promise.all(users.map((user) => this.inbox(user)))).flat();
  }

  async deadLetters(job = 'capture'): Promise<Record<string, unknown>[]> {
    const { items } = await this.database.query({
      TableName: this.tables.deadLetters, KeyConditionExpression: 'pk = :job', ExpressionAttributeValues: { ':job': job },
    });
    return [...items];
  }

  async close(): Promise<void> {
    await this.app.stop();
    this.stopClients();
    await this.proxy.stop();
    await this.engine.stop();
  }
}

export async function itemsOf(database: Database, table: string, user: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const { items, lastKey } = await database.query({
      TableName: table,
      KeyConditionExpression: 'cod_chav_patc = :user AND begins_with(cod_ordenar_chav, :all)',
      ExpressionAttributeValues: { ':user': user, ':all': 'all#' },
      ConsistentRead: true,
      ExclusiveStartKey,
    });
    found.push(...items);
    ExclusiveStartKey = lastKey;
  } while (ExclusiveStartKey);
  return found;
}

/** The value of one line of /metrics, zero if it is not there. */
export async function metric(url: URL, line: string): Promise<number> {
  // A connection that idles while the test is busy may be closed by the server in the moment it is used again.
  const text = await (await fetch(new URL('/metrics', url), { headers: { connection: 'close' } })).text();
  const found = text.split('\n').find((candidate) => candidate.startsWith(line));
  return found ? Number(found.split(' ').pop()) : 0;
}

export function numbers(count: number, from = 1): number[] {
  return Array.from({ length: count }, (_, index) => index + from);
}
