// What we install is what we chose: the lock belongs to package.json, every package is known by its hash and by nothing
// else, and none has to run a script. With --audit it also asks the registry for known vulnerabilities.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Advisories that were looked at and do not concern us, each with its reason in docs/security.md. */
const EXPLAINED = new Set([]);

const args = process.argv.slice(2);
const folder = args.find((arg) => !arg.startsWith('--')) ?? dirname(dirname(fileURLToPath(import.meta.url)));
const problems = [...lockProblems(folder), ...(args.includes('--audit') ? auditProblems(folder) : [])];
for (const problem of problems) console.error(`lockfile: ${problem}`);
if (problems.length === 0) console.log('lockfile: every package is pinned, hashed and as package.json asks for');
process.exit(problems.length > 0 ? 1 : 0);

function lockProblems(root) {
  const manifest = readJson(join(root, 'package.json'));
  const { lockfileVersion, packages = {} } = readJson(join(root, 'package-lock.json'));
  const found = [];
  if (lockfileVersion !== 3) found.push(`its version is ${lockfileVersion}, not 3`);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    const wanted = manifest[kind] ?? {};
    const locked = packages['']?.[kind] ?? {};
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      if (wanted[name] !== locked[name]) found.push(`${name} is ${wanted[name] ?? 'absent'} in package.json and ${locked[name] ?? 'absent'} in the lock`);
      else if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted[name])) found.push(`${name} is not pinned to one version: ${wanted[name]}`);
      else if (packages[`node_modules/${name}`]?.version !== wanted[name]) found.push(`${name} ${wanted[name]} is not what the lock installs`);
    }
  }
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue;
    if (entry.link) found.push(`${path} is a link`);
    if (entry.resolved) found.push(`${path} names a host: ${entry.resolved}`);
    if (entry.integrity ? !entry.integrity.startsWith('sha512-') : !isPlatformPlaceholder(entry) && !entry.inBundle) {
      found.push(`${path} has no SHA-512 hash`);
    }
  }
  const npmrc = join(root, '.npmrc');
  if (!existsSync(npmrc) || !/^ignore-scripts=true$/m.test(readFileSync(npmrc, 'utf8'))) found.push('.npmrc does not say ignore-scripts=true');
  return found;
}

/** A binary for another platform that a registry may not carry: npm skips it on this one and checks it there. */
function isPlatformPlaceholder({ optional, cpu, os }) {
  return optional === true && (cpu !== undefined || os !== undefined);
}

/** A registry that has no advisories to offer is no finding; it is said, so that nobody takes silence for health. */
function auditProblems(root) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  const report = parsed(stdout);
  if (!report?.vulnerabilities) {
    console.log(`lockfile: the registry does not answer audits (${report?.error?.summary || report?.message || 'no reason given'}); known vulnerabilities were NOT looked up`);
    return [];
  }
  return Object.values(report.vulnerabilities)
    .filter(({ name }) => !EXPLAINED.has(name))
    .map(({ name, severity }) => `${name} has a known vulnerability (${severity}): npm audit --omit=dev`);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
