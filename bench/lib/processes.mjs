// The servers under test, each a process on the first core; the bench, its load and the engine share the others.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

export const canPin = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;
const SERVER_CORE = '0';
const TICKS_PER_SECOND = 100;

/** Children inherit it, so this covers the engine too. */
export function pinBench() {
  if (canPin) execFileSync('taskset', ['-a', '-cp', `1-${cpus().length - 1}`, String(process.pid)], { stdio: 'ignore' });
}

export async function startServer(name, args, env, { cwd, ipc = false } = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const command = canPin ? ['taskset', '-c', SERVER_CORE, process.execPath, ...args] : [process.execPath, ...args];
  const stdio = ['ignore', 'pipe', 'pipe', ...(ipc ? ['ipc'] : [])];
  const child = spawn(command[0], command.slice(1), {
    cwd, stdio, env: { PATH, HOME, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', NODE_ENV: 'production', ...env },
  });
  let output = '';
  const startedAt = performance.now();
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        // Only the beginning matters; what comes later is read and dropped, so that logging costs what it costs.
        if (output.length < 20_000) output += chunk;
        const match = /"url":"([^"]+)"/.exec(output);
        if (match) resolve(new URL(match[1]));
      });
    }
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${output}`)));
  });
  return {
    name,
    url,
    child,
    startMillis: performance.now() - startedAt,
    cpuSeconds: () => cpuSecondsOf(child.pid),
    rssBytes: () => rssBytesOf(child.pid),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      timer.unref();
    },
  };
}

function cpuSecondsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function rssBytesOf(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
}
