import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(__dirname, '..', '..', 'dist', 'main.js');

/** The built server as a process of its own, as an operator runs it. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly exited: Promise<number | null>,
    private readonly output: { text: string },
  ) {}

  static start(env: Readonly<Record<string, string>>): ServerProcess {
    const { PATH = '', HOME = '' } = process.env;
    const quiet = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
    const child = spawn(process.execPath, [MAIN], { env: { PATH, HOME, PORT: '0', ...quiet, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output.text += chunk;
      });
    }
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    return new ServerProcess(child, exited, output);
  }

  get text(): string {
    return this.output.text;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the server did not start');
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Its address, once it listens. */
  async url(): Promise<URL> {
    for (;;) {
      const match = /"url":"([^"]+)"/.exec(this.text);
      if (match?.[1]) return new URL(match[1]);
      if (!this.isRunning) throw new Error(`the server ended:\n${this.text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.exited;
  }
}

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sino-data-'));
  return { path, remove: async () => rm(path, { recursive: true, force: true }) };
}
