import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { lockDataDir } from './data-dir';
import { assertIntactFile } from './engine-file';
import type { EngineAddress } from './client';

export class EngineUnusable extends Error {
  override readonly name = 'EngineUnusable';
}

export interface EmbeddedEngine {
  readonly address: EngineAddress;
  /** Resolves with a message if the engine ends without having been asked to. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

const READY_MILLIS = 10_000;
const STOP_MILLIS = 5_000;
const FILE = 'sino.db';

/**
 * DynamoDB in a child process on a free loopback port. It runs in a group of its own, so that Ctrl-C reaches the server
 * first and the engine is still there while the server says goodbye.
 */
export async function startEmbeddedEngine(dataDir: string): Promise<EmbeddedEngine> {
  const binary = findBinary();
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  try {
    const file = join(dataDir, FILE);
    await assertIntactFile(file);
    const port = await freePort();
    const child = launch(binary, ['--host', '127.0.0.1', '--port', String(port), '--db-path', file]);
    const complaints = collectComplaints(child);
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let isStopping = false;
    const died = exited.then((code) => {
      if (isStopping) return new Promise<string>(() => undefined);
      return `the embedded engine ended with code ${code ?? 'unknown'}${complaints.text ? `: ${complaints.text}` : ''}`;
    });
    await Promise.race([
      untilListening(port, READY_MILLIS),
      died.then((message) => Promise.reject(new EngineUnusable(`${message} (data in ${dataDir})`))),
    ]);
    return {
      address: { endpoint: `http://127.0.0.1:${port}`, region: 'local', useLocalCredentials: true },
      died,
      async stop() {
        isStopping = true;
        child.stdin?.end();
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLIS);
        await exited;
        clearTimeout(timer);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

function findBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(__filename).resolve(`${name}/package.json`);
    return join(dirname(manifest), process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch {
    throw new EngineUnusable(
      `There is no embedded engine for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Set DYNAMODB_ENDPOINT to a DynamoDB that runs elsewhere, for instance DynamoDB Local.',
    );
  }
}

/**
 * The shell in between ends the engine when our end of its standard input closes, which also happens when this process
 * is killed without a chance to clean up. It ends itself when the engine does.
 */
const GUARD = 'exec 3<&0; "$@" 3<&- & engine=$!; (read -r _ <&3; kill "$engine") 2>/dev/null & guard=$!; wait "$engine"; code=$?; kill "$guard" 2>/dev/null; exit "$code"';

function launch(binary: string, args: readonly string[]): ChildProcess {
  const stdio: ['pipe', 'ignore', 'pipe'] = ['pipe', 'ignore', 'pipe'];
  if (process.platform === 'win32') return spawn(binary, args, { stdio, windowsHide: true });
  return spawn('/bin/sh', ['-c', GUARD, 'engine', binary, ...args], { stdio, detached: true });
}

function collectComplaints(child: ChildProcess): { text: string } {
  const complaints = { text: '' };
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    complaints.text = (complaints.text + chunk).slice(-2_000).trim();
  });
  return complaints;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}

async function untilListening(port: number, millis: number): Promise<void> {
  const deadline = Date.now() + millis;
  while (!(await accepts(port))) {
    if (Date.now() > deadline) throw new EngineUnusable(`The embedded engine did not answer within ${millis / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
