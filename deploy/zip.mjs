import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day a zip knows: the same files always make the same bytes. */
const DOS_DATE = 33;
const DEFLATE = 8;
const VERSION = 20;
/** A regular file that everyone may read, as the functions' user must. */
const MODE = 0o100644;
const MADE_ON_UNIX = 3 << 8;

/** A zip of a few small files, which is all that a function needs. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, data } of files) {
    const packed = deflateRawSync(data, { level: 9 });
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(DEFLATE, 4);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([signature(0x04034b50), common, path, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(MODE * 2 ** 16, 6);
    entry.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), word(MADE_ON_UNIX | VERSION), common, entry, path);
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, signature(0x06054b50), end]);
}

function signature(value) {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function word(value) {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}
