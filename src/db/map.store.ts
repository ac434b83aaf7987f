import { BadInput } from '../domain/errors';
import { assertName, assertUserId, MAP_PARTITION } from '../domain/names';
import type { NotificationMap } from '../domain/ports';
import type { MapEntry } from '../domain/recipients';
import type { Database } from './database';
import { mapItem, parseMapEntry } from './items';
import { mapKey, mapPrefix } from './keys';

/** An item holds 400 KB; this many ids of ordinary length fit well. */
const MAX_USERS = 10_000;

export class DynamoNotificationMap implements NotificationMap {
  constructor(
    private readonly database: Database,
    private readonly table: string,
  ) {}

  async entriesOf(productId: string): Promise<MapEntry[]> {
    assertName('productId', productId);
    const entries: MapEntry[] = [];
    let startKey: Record<string, unknown> | undefined;
    do {
      const result = await this.database.query({
        TableName: this.table,
        KeyConditionExpression: 'cod_chav_patc = :map AND begins_with(cod_ordenar_chav, :product)',
        ExpressionAttributeValues: { ':map': MAP_PARTITION, ':product': mapPrefix(productId) },
        ExclusiveStartKey: startKey,
      });
      entries.push(...result.items.map(parseMapEntry).filter((entry) => entry !== undefined));
      startKey = result.lastKey;
    } while (startKey);
    return entries;
  }

  async set(entry: MapEntry): Promise<MapEntry> {
    assertName('productId', entry.productId);
    assertName('supportGroup', entry.supportGroup);
    const users = [...new Set(entry.users)];
    if (users.length > MAX_USERS) throw new BadInput(`A support group may have ${MAX_USERS} users, got ${users.length}.`);
    users.forEach(assertUserId);
    const stored = { ...entry, users };
    await this.database.put({ TableName: this.table, Item: mapItem(stored) });
    return stored;
  }

  async delete(productId: string, supportGroup: string): Promise<boolean> {
    assertName('productId', productId);
    assertName('supportGroup', supportGroup);
    const Key = { ...mapKey(productId, supportGroup) };
    const deleted = await this.database.delete({ TableName: this.table, Key, ReturnValues: 'ALL_OLD' });
    return deleted !== undefined;
  }
}
