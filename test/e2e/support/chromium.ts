import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Browser } from 'playwright-core';

import { ROOT } from './root';

const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium');

export async function launchChromium(): Promise<Browser> {
  const folder = await unpackedChromium();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox', '--font-render-hinting=none'],
    env: { ...definedEnvironment(), ...missingParts(folder) },
  });
}

/** Unpacked aside and moved into place in one step: test files start in parallel, and half a browser does not run. */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `sino-chromium-${version}`);
  if (existsSync(folder)) return folder;
  const aside = await mkdtemp(`${folder}-`);
  const script = `require(${JSON.stringify(PACKAGE)}).executablePath()`;
  // VERCEL makes the package unpack its libraries too, in case the machine has none.
  const env = { ...process.env, TMPDIR: aside, VERCEL: '1' };
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`);
  await rename(aside, folder).catch(async (cause: NodeJS.ErrnoException) => {
    await rm(aside, { recursive: true, force: true });
    if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause;
  });
  return folder;
}

/** What a bare machine lacks: the security libraries that Chromium links to, and any font at all. */
function missingParts(folder: string): Record<string, string> {
  const hasLibraries = spawnSync('ldconfig', ['-p'], { encoding: 'utf8' }).stdout?.includes('libnss3.so') ?? false;
  return {
    ...(hasLibraries ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
