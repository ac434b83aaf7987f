import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class DamagedData extends Error {
  override readonly name = 'DamagedData';
}

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const PAGE_COUNT_AT = 28;

/** The engine keeps a SQLite file, whose header says how long it must be. A shorter one has lost data. */
export async function assertIntactFile(file: string): Promise<void> {
  const size = await stat(file).then(({ size }) => size, () => undefined);
  // A file that is absent or empty is a new one; whether it should be is known by the marker below.
  if (size === undefined || size === 0) return;
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = await open(file);
  await handle.read(header, 0, HEADER_BYTES, 0);
  await handle.close();
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new DamagedData(`${file} is not a database of the embedded engine. ${ADVICE}`);
  }
  const pageSize = header.readUInt16BE(PAGE_SIZE_AT);
  const expected = (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(PAGE_COUNT_AT);
  if (size < expected) {
    throw new DamagedData(`${file} was cut short: it has ${size} bytes of ${expected}. ${ADVICE}`);
  }
}

const ADVICE = 'Put a backup back, or remove the folder to start with an empty database.';
const MARKER = 'initialized';

/** True on the very first start with this folder. A folder that was used before must still have its tables. */
export async function isFirstStart(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, MARKER)).then(() => false, () => true);
}

export async function markInitialized(dataDir: string, now: () => number): Promise<void> {
  await writeFile(join(dataDir, MARKER), `${new Date(now()).toISOString()}\n`);
}

export function vanished(dataDir: string): DamagedData {
  return new DamagedData(`The database in ${dataDir} was used before, and is empty now. ${ADVICE}`);
}
