import { requireLocal } from './engines';
import { GraphQLClient } from './graphql-client';
import { ServerProcess, temporaryFolder } from './server-process';
import { TEST_SECRET, tokenFor } from './test-app';

interface Options {
  readonly endpoint: string;
  readonly tableNames: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** One of several servers on one database, each in a process of its own, to be killed, frozen and thawed. */
export class ServerInstance {
  private constructor(
    private readonly process: ServerProcess,
    private readonly data: Awaited<ReturnType<typeof temporaryFolder>>,
    readonly url: URL,
  ) {}

  static async start({ endpoint, tableNames, env = {} }: Options): Promise<ServerInstance> {
    const data = await temporaryFolder();
    const server = ServerProcess.start({
      DATA_DIR: data.path, DYNAMODB_ENDPOINT: requireLocal(endpoint), AUTH_SECRET: TEST_SECRET, ...tableNames, ...env,
    });
    return new ServerInstance(server, data, await server.url());
  }

  get pid(): number {
    return this.process.pid;
  }

  get isRunning(): boolean {
    return this.process.isRunning;
  }

  get exited(): Promise<number | null> {
    return this.process.exited;
  }

  /** The log, without a last line that is still being written. */
  get lines(): string[] {
    return this.process.text.split('\n').slice(0, -1);
  }

  async as(user: string, roles: readonly string[] = []): Promise<GraphQLClient> {
    return new GraphQLClient(this.url, await tokenFor(user, roles));
  }

  signal(signal: NodeJS.Signals): void {
    this.process.signal(signal);
  }

  says(...words: readonly string[]): string[] {
    return this.lines.filter((line) => words.every((word) => line.includes(word)));
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.signal(signal);
    const code = await this.exited;
    await this.data.remove();
    return code;
  }
}

/** When a line of the log was written, in milliseconds. */
export function timeOf(line: string | undefined): number {
  return Date.parse(String(/"time":"([^"]+)"/.exec(line ?? '')?.[1]));
}
