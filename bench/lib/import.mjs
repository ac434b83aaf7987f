// A million notifications through the API would take most of an hour; the engine can import a table export in minutes.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { notificationsOf } from './data.mjs';
import { TABLES } from './engine.mjs';

const require = createRequire(import.meta.url);
const LINES_AT_ONCE = 2_000;

/** Writes the engine's file into the folder, with these users' notifications, all of them unread. Returns each one's last ids. */
export async function importNotifications(folder, sizes, progress) {
  const source = join(folder, 'export');
  const data = join(source, TABLES.notifications, 'data');
  await mkdir(data, { recursive: true });
  const schema = join(folder, 'schema.json');
  await writeFile(schema, JSON.stringify([{ Table: tableDescription() }]));
  const users = [];
  for (const size of sizes) {
    const user = `user-${size}`;
    const ids = await writeExport(join(data, `${user}.json.gz`), user, size, progress);
    users.push({ user, size, ids });
  }
  progress('growth: importing');
  const binary = join(dirname(require.resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`)), 'dynoxide');
  const { status, stderr } = spawnSync(binary, ['import', '--source', source, '--schema', schema, '--output', join(folder, 'sino.db')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the engine could not import: ${stderr}`);
  await rm(source, { recursive: true });
  return users;
}

function tableDescription() {
  const { createTableInput, tableDefinitions } = require('../../dist/db/tables.js');
  const input = createTableInput({ ...tableDefinitions(TABLES).notifications, hasStream: false });
  return { ...input, TableStatus: 'ACTIVE', BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } };
}

async function writeExport(file, user, size, progress) {
  const { notificationItem, unreadEntryItem } = require('../../dist/db/items.js');
  const { encodeItem } = require('../../dist/db/lean/encode.js');
  const gzip = createGzip({ level: 1 });
  const written = pipeline(gzip, createWriteStream(file));
  let lines = [];
  let ids = [];
  let count = 0;
  for (const notification of notificationsOf(user, size)) {
    ids.push(notification.id);
    lines.push(`{"Item":${encodeItem(notificationItem(notification))}}\n{"Item":${encodeItem(unreadEntryItem(notification))}}\n`);
    count += 1;
    if (lines.length < LINES_AT_ONCE && count < size) continue;
    if (!gzip.write(lines.join(''))) await once(gzip, 'drain');
    lines = [];
    ids = ids.slice(-10);
    if (count % 200_000 === 0) progress(`growth: ${count} of ${size} written for import`);
  }
  gzip.end();
  await written;
  return ids.slice(-10);
}
