import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { ROOT } from './root';

/** The built server as its users run it: a process of its own, with a database of its own. */
export class Server {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    const dataDir = await mkdtemp(join(tmpdir(), 'sino-e2e-'));
    const { PATH = '', HOME = dataDir } = process.env;
    const child = spawn(process.execPath, [join(ROOT, 'dist', 'main.js')], {
      env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Server(await addressOf(child), child, dataDir);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null || child.stderr === null) throw new Error('the server has no output to read');
  const said: string[] = [];
  child.stderr.on('data', (text: Buffer) => said.push(String(text)));
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${String(code)}:\n${said.join('\n')}`)));
    lines.on('line', (line) => {
      said.push(line);
      const { msg, url } = parsed(line);
      if (msg?.includes('listening') && url !== undefined) resolve(url.replace(/\/$/, ''));
    });
  });
}

function parsed(line: string): { readonly msg?: string; readonly url?: string } {
  try {
    return JSON.parse(line) as { msg?: string; url?: string };
  } catch {
    return {};
  }
}
