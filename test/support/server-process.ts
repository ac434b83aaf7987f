import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { requireLocal } from './engines';
import { GraphQLClient } from './graphql-client';
import { until } from './platform';
import { TEST_SECRET, tokenFor } from './test-app';

const MAIN = join(__dirname, '..', '..', 'dist', 'main.js');

interface Options {
  readonly endpoint: string;
  readonly tableNames: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The built server in a process of its own, to be killed, frozen and thawed. */
export class ServerProcess {
  readonly lines: string[] = [];
  readonly exited: Promise<number | null>;
  private rest = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
    public url: URL,
  ) {
    this.exited = new Promise((resolve) => child.once('exit', resolve));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.read(chunk));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => this.lines.push(chunk));
  }

  static async start({ endpoint, tableNames, env = {} }: Options): Promise<ServerProcess> {
    if (!existsSync(MAIN)) throw new Error('dist/main.js is not there: run "npx tsc -p tsconfig.build.json" first');
    const dataDir = await mkdtemp(join(tmpdir(), 'sino-process-'));
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
        PORT: '0', DATA_DIR: dataDir, DYNAMODB_ENDPOINT: requireLocal(endpoint), AUTH_SECRET: TEST_SECRET, ...tableNames, ...env,
      },
    });
    const server = new ServerProcess(child, dataDir, new URL('http://127.0.0.1'));
    const line = await until(async () => {
      if (child.exitCode !== null) throw new Error(`the server ended:\n${server.lines.join('\n')}`);
      return server.lines.find((candidate) => candidate.includes('listening on'));
    });
    server.url = new URL(String(/"url":"([^"]+)"/.exec(line)?.[1]));
    return server;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async as(user: string, roles: readonly string[] = []): Promise<GraphQLClient> {
    return new GraphQLClient(this.url, await tokenFor(user, roles));
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  says(...words: readonly string[]): string[] {
    return this.lines.filter((line) => words.every((word) => line.includes(word)));
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.signal(signal);
    const code = await this.exited;
    await rm(this.dataDir, { recursive: true, force: true });
    return code;
  }

  private read(chunk: string): void {
    const lines = (this.rest + chunk).split('\n');
    this.rest = lines.pop() ?? '';
    this.lines.push(...lines);
  }
}

/** When a line of the log was written, in milliseconds. */
export function timeOf(line: string | undefined): number {
  return Date.parse(String(/"time":"([^"]+)"/.exec(line ?? '')?.[1]));
}
