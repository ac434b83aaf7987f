import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class LockedDataDir extends Error {
  override readonly name = 'LockedDataDir';
}

const LOCK = 'lock';

/** The engine itself would let two servers share one file; one of them would then miss what the other does. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, LOCK);
  for (;;) {
    // Written aside and linked into place: a lock is never seen without the number of its owner.
    const mine = `${file}.${process.pid}`;
    await writeFile(mine, String(process.pid));
    try {
      await link(mine, file);
      return async () => rm(file, { force: true });
    } catch (error) {
      if (!isExisting(error)) throw error;
    } finally {
      await rm(mine, { force: true });
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (isAlive(owner)) {
      throw new LockedDataDir(
        `The data in ${dataDir} is in use by another server (process ${owner}). Stop it, or set DATA_DIR to another folder. ` +
          `If there is no such server, remove ${file}.`,
      );
    }
    await rm(file, { force: true });
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** Our own number can only be left over from a predecessor: in a container every server is process 1. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
