// What a clean clone needs before it can do anything. Plain Node: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Meant for developers of the SDK's users, who learn it from package.json; not for everyone who starts Sino. */
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** Some packages are ES modules only, and the server requires them: not every Node in between can. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(`Sino needs Node 20.19 or a later 20, or 22.12 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** Variables that are set already win over those of the file. */
export function loadEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

export function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.sino-installed');
  const wanted = hashOf([join(root, 'package-lock.json')]);
  if (readIfThere(stamp) === wanted) return;
  say('installing dependencies (once, about a minute)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

export function ensureBuilt() {
  const stamp = join(root, 'dist', '.built');
  const sources = ['src', 'ui'].flatMap((folder) => filesBelow(join(root, folder)));
  const wanted = hashOf([...sources, ...['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => join(root, name))]);
  if (readIfThere(stamp) === wanted) return;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  say('building the server');
  run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json']);
  if (existsSync(join(root, 'ui', 'vite.config.ts'))) {
    say('building the pages');
    run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn', '-c', 'ui/vite.config.ts']);
    run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn', '-c', 'ui/vite.embed.config.ts']);
  }
  writeFileSync(stamp, wanted);
}

export function say(text) {
  console.log(`sino: ${text}`);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`sino: "${command} ${args.join(' ')}" failed; see above.`);
    process.exit(status ?? 1);
  }
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
