import type { DynamoDBRecord } from 'aws-lambda';

import { captureHandler, type CaptureParts } from '../../deploy/capture.handler';
import { openCapture } from '../../deploy/services';
import { DynamoLedger } from '../../src/db/ledger.store';
import { DynamoNotificationMap } from '../../src/db/map.store';
import { DynamoNotificationWriter } from '../../src/db/notification.writer';
import { sleep } from '../../src/domain/backoff';
import { Capture } from '../../src/domain/capture';
import { Unavailable } from '../../src/domain/errors';
import { createMomentClock } from '../../src/domain/moment';
import { recipientsOf } from '../../src/domain/recipients';
import { questionImage, scoreImage, streamRecord } from '../support/lambda-events';
import { until, writeMap } from '../support/platform';
import { configOf } from '../support/rest-transports';
import { capturingLogger, startTestApp, type TestApp } from '../support/test-app';

describe('The capture function, told what a stream tells', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ env: { JOBS: 'publish' } });
  });
  afterAll(async () => app.stop());

  const itemsOf = async (user: string) => {
    const { items } = await app.database.query({
      TableName: app.tables.notifications,
      KeyConditionExpression: 'cod_chav_patc = :user AND begins_with(cod_ordenar_chav, :all)',
      ExpressionAttributeValues: { ':user': user, ':all': 'all#' },
    });
    return items;
  };
  const deadLetters = async () => {
    const { items } = await app.database.query({
      TableName: app.tables.deadLetters,
      KeyConditionExpression: 'pk = :job',
      ExpressionAttributeValues: { ':job': 'capture' },
    });
    return items;
  };
  const handlerWith = (parts: Partial<CaptureParts> = {}) =>
    captureHandler({ ...openCapture(configOf(app)), log: capturingLogger().log, sleep: async () => undefined, now: Date.now, ...parts });
  const plentyOfTime = { getRemainingTimeInMillis: () => 60_000 };
  const sequenceOf = (record: DynamoDBRecord | undefined) => record?.dynamodb?.SequenceNumber;

  /** The real thing, with a way to be told that something goes wrong for a product. */
  const failing = (fail: (productId: string) => void) => {
    const ledger = new DynamoLedger(app.database, app.tables.consumer, Date.now);
    const options = { table: app.tables.notifications, ledger, retentionDays: 90, clock: createMomentClock(), sleep };
    const map = new DynamoNotificationMap(app.database, app.tables.notifications);
    return new Capture({
      ledger,
      writer: new DynamoNotificationWriter(app.database, options),
      recipientsOf: async (productId) => {
        fail(productId);
        return recipientsOf(await map.entriesOf(productId));
      },
      clock: options.clock,
    });
  };

  it('has the source stream to itself: the server beside it only publishes', async () => {
    const takenUp = (job: string) => app.logLines.some((line) => line.includes('shard taken up') && line.includes(`"job":"${job}"`));
    await until(async () => takenUp('publish'));
    expect(takenUp('capture')).toBe(false);
  });

  it('writes what people want to know, once, however often it is told', async () => {
    await writeMap(app, 'told', 'sre', ['tina']);
    const question = { productId: 'told' };
    const Records = [
      streamRecord('INSERT', { after: questionImage({ BOOL: false }, question) }),
      streamRecord('MODIFY', { before: questionImage({ BOOL: false }, question), after: questionImage({ BOOL: false }, question) }),
      streamRecord('MODIFY', { before: questionImage({ S: 'TRUE' }, question), after: questionImage({ S: 'False' }, question) }),
      streamRecord('MODIFY', { before: scoreImage({ N: '24' }, { productId: 'told' }), after: scoreImage({ S: '25.5' }, { productId: 'told' }) }),
      streamRecord('REMOVE', { before: questionImage({ BOOL: false }, question) }),
    ];
    const handler = handlerWith();
    expect(await handler({ Records }, plentyOfTime)).toEqual({ batchItemFailures: [] });
    const items = await itemsOf('tina');
    expect(items).toMatchObject([
      { event_type: 'question', question: 'PRRCON38', stream_event: 'insert', event_id: Records[0]?.eventID },
      { event_type: 'question', question: 'PRRCON38', stream_event: 'modify', event_id: Records[2]?.eventID },
      { event_type: 'score', old_score: 24, new_score: 25.5, event_id: Records[3]?.eventID },
    ]);
    await handler({ Records }, plentyOfTime);
    await handlerWith()({ Records }, plentyOfTime);
    expect(await itemsOf('tina')).toEqual(items);
  });

  it('buries what makes no sense, as it came, and goes on', async () => {
    await writeMap(app, 'senseless', 'sre', ['sven']);
    const bad = streamRecord('INSERT', { after: questionImage({ S: 'perhaps' }, { productId: 'senseless' }) });
    const good = streamRecord('INSERT', { after: questionImage({ BOOL: false }, { productId: 'senseless' }) });
    expect(await handlerWith()({ Records: [bad, good] }, plentyOfTime)).toEqual({ batchItemFailures: [] });
    expect(await itemsOf('sven')).toHaveLength(1);
    const [letter] = await deadLetters();
    expect(letter).toMatchObject({
      cause: 'MalformedRecord: compliant is "perhaps", neither true nor false.', sequenceNumber: sequenceOf(bad), attempts: 1,
    });
    expect(JSON.parse(String(letter?.record))).toMatchObject({ eventID: bad.eventID, dynamodb: { NewImage: { compliant: { S: 'perhaps' } } } });
  });

  it('stops at the first record that an outage keeps from being written, and goes on from there', async () => {
    await writeMap(app, 'outage', 'sre', ['oona']);
    const Records = Array.from({ length: 4 }, (_, index) =>
      streamRecord('INSERT', { after: questionImage({ BOOL: false }, { productId: 'outage', questionId: `Q${index}` }) }));
    let calls = 0;
    const capture = failing(() => {
      calls += 1;
      if (calls === 3) throw new Unavailable('away');
    });
    const { batchItemFailures } = await handlerWith({ capture })({ Records }, plentyOfTime);
    expect(batchItemFailures).toEqual([{ itemIdentifier: sequenceOf(Records[2]) }]);
    // The fourth was not tried: it might be of the same item.
    expect((await itemsOf('oona')).map(({ question }) => question)).toEqual(['Q0', 'Q1']);
    expect(await handlerWith({ capture })({ Records: Records.slice(2) }, plentyOfTime)).toEqual({ batchItemFailures: [] });
    expect((await itemsOf('oona')).map(({ question }) => question)).toEqual(['Q0', 'Q1', 'Q2', 'Q3']);
  });

  it('hands back what it has no time for, rather than being cut off', async () => {
    await writeMap(app, 'hurry', 'sre', ['hugo']);
    const Records = ['Q0', 'Q1'].map((questionId) =>
      streamRecord('INSERT', { after: questionImage({ BOOL: false }, { productId: 'hurry', questionId }) }));
    const handler = handlerWith();
    const first = await handler({ Records: Records.slice(0, 1) }, plentyOfTime);
    const second = await handler({ Records: Records.slice(1) }, { getRemainingTimeInMillis: () => 100 });
    expect([first, second]).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [{ itemIdentifier: sequenceOf(Records[1]) }] }]);
    expect(await itemsOf('hugo')).toHaveLength(1);
  });

  it('buries a record that keeps failing for no known reason, so that the others get through', async () => {
    await writeMap(app, 'healthy', 'sre', ['hana']);
    const capture = failing((productId) => {
      if (productId === 'cursed') throw new RangeError('nobody foresaw this');
    });
    const cursed = streamRecord('INSERT', { after: questionImage({ BOOL: false }, { productId: 'cursed' }) });
    const healthy = streamRecord('INSERT', { after: questionImage({ BOOL: false }, { productId: 'healthy' }) });
    expect(await handlerWith({ capture })({ Records: [cursed, healthy] }, plentyOfTime)).toEqual({ batchItemFailures: [] });
    expect(await itemsOf('hana')).toHaveLength(1);
    expect((await deadLetters()).find(({ sequenceNumber }) => sequenceNumber === sequenceOf(cursed))).toMatchObject({
      cause: 'RangeError: nobody foresaw this', attempts: 3,
    });
  });
});
