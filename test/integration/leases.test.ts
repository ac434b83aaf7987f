import { createClients } from '../../src/db/client';
import { Database } from '../../src/db/database';
import { LeaseStore } from '../../src/db/lease.store';
import { checkTables } from '../../src/db/table-check';
import { tableDefinitions } from '../../src/db/tables';
import { sleep } from '../../src/domain/backoff';
import { LeaseLost } from '../../src/domain/errors';
import { HeldLease } from '../../src/stream/held-lease';
import { describeOnEveryEngine, uniqueTableNames, type TestEngine } from '../support/engines';

const after = (sequenceNumber: number) => ({ at: 'after', sequenceNumber: String(sequenceNumber) }) as const;

describeOnEveryEngine('A lease', (engineUnderTest) => {
  let engine: TestEngine;
  let clients: ReturnType<typeof createClients>;
  let leases: LeaseStore;
  let writes = 0;
  let clock = 0;

  beforeAll(async () => {
    engine = await engineUnderTest.start();
    clients = createClients({ endpoint: engine.endpoint, region: 'local', useLocalCredentials: true });
    const names = uniqueTableNames();
    const { consumer } = tableDefinitions({
      source: names.SOURCE_TABLE, notifications: names.NOTIFICATION_TABLE, consumer: names.CONSUMER_TABLE, deadLetters: names.DEAD_LETTER_TABLE,
    });
    await checkTables(clients.dynamodb, [consumer], { create: true });
    const database = new Database(clients.transport, ({ operation }) => (writes += operation === 'UpdateItem' ? 1 : 0), sleep);
    leases = new LeaseStore(database, consumer.name, { job: 'capture', stream: 'a-stream' }, Date.now);
  });
  afterAll(async () => {
    clients.stop();
    await engine.stop();
  });

  const rowOf = async (shardId: string) => {
    const row = (await leases.list()).find((candidate) => candidate.shardId === shardId);
    if (!row) throw new Error(`there is no lease of ${shardId}`);
    return row;
  };
  const take = async (shardId: string, owner = 'me') => {
    await leases.createIfAbsent(shardId, undefined);
    const row = await leases.take(await rowOf(shardId), owner);
    if (!row) throw new Error('somebody else was faster');
    writes = 0;
    return new HeldLease(leases, row, clock, 10_000, () => clock);
  };
  const written = async (shardId: string) => (await rowOf(shardId)).checkpoint;

  it('is written once a second, however many batches were read in it', async () => {
    const lease = await take('busy');
    for (let batch = 1; batch <= 40; batch += 1) {
      clock += 100;
      await lease.advance(after(batch), 10);
      expect(lease.checkpoint).toEqual(after(batch));
    }
    expect(writes).toBe(4);
    expect(await written('busy')).toEqual(after(40));
  });

  it('leaves no more than a thousand records to be done again', async () => {
    const lease = await take('crowded');
    await lease.advance(after(999), 999);
    expect(await written('crowded')).toEqual({ at: 'start' });
    await lease.advance(after(1_000), 1);
    expect(await written('crowded')).toEqual(after(1_000));
    await lease.advance(after(1_500), 500);
    expect(writes).toBe(1);
  });

  it('takes what was read along when it is renewed, and when it is given back', async () => {
    const lease = await take('quiet');
    await lease.advance(after(1), 1);
    await lease.renew();
    expect(await written('quiet')).toEqual(after(1));
    await lease.advance(after(2), 1);
    await lease.release();
    expect(await rowOf('quiet')).toMatchObject({ owner: undefined, checkpoint: after(2) });
  });

  it('writes the end of a shard down at once', async () => {
    const lease = await take('closed');
    await lease.advance({ at: 'end' }, 0);
    expect(await written('closed')).toEqual({ at: 'end' });
  });

  it('is given back from where it was read to, also after a renewal whose answers were all lost', async () => {
    const lease = await take('lossy');
    // As if sent by the holder itself, who never heard that it was done.
    await leases.renew(await rowOf('lossy'));
    await lease.advance(after(42), 1);
    await lease.release();
    expect(await rowOf('lossy')).toMatchObject({ owner: undefined, checkpoint: after(42) });
  });

  it('of somebody else is neither moved nor given back', async () => {
    const lost = await take('taken');
    await lost.advance(after(1), 1);
    const theirs = await take('taken', 'other');
    await theirs.advance(after(5), 1_000);
    await expect(lost.renew()).rejects.toThrow(LeaseLost);
    await lost.release();
    expect(await rowOf('taken')).toMatchObject({ owner: 'other', checkpoint: after(5) });
  });
});
