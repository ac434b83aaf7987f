import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Prints what a host app downloads, and fails when it is more than promised. */
export async function checkSize(folder: string, files: readonly string[], budgetKilobytes: number): Promise<void> {
  const sizes = await Promise.all(
    files.map(async (file) => ({ file, bytes: gzipSync(await readFile(join(folder, file))).length })),
  );
  for (const { file, bytes } of sizes) console.info(`${file}: ${kilobytes(bytes)} gzip`);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.info(`total: ${kilobytes(total)} gzip of ${budgetKilobytes} kB, React left out`);
  if (total > budgetKilobytes * 1000)
    throw new Error(`The bell is ${kilobytes(total)}, more than ${budgetKilobytes} kB`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
