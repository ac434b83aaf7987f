import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { embeddedEngine, type TestEngine } from '../support/engines';
import { httpApiEvent, questionImage, streamRecord, withJwtClaims } from '../support/lambda-events';
import { writeMap } from '../support/platform';
import { freePort } from '../support/ports';
import { startTestApp, type TestApp } from '../support/test-app';

const run = promisify(execFile);
const FUNCTIONS = ['notificationeventcapture', 'getnotifications', 'updatenotifications'];
const MAX_BYTES = 5_000_000;
const MAX_LOAD_MILLIS = 300;
const LOADS = 5;

/** Loads a bundle as the runtime does, in a process of its own, and sends it one event. */
const INVOKE = `
  const { handler } = require(process.argv[1]);
  handler(JSON.parse(process.argv[2]), { getRemainingTimeInMillis: () => 10_000 })
    .then((answer) => { process.stdout.write(JSON.stringify({ answer }) + '\\n', () => process.exit()); });
`;

/** In processor time, which is what the clock shows where nothing else runs: a crowded machine must not decide this. */
const LOAD = `
  const before = process.cpuUsage();
  require(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(String((user + system) / 1000), () => process.exit());
`;

interface Outcome {
  readonly answer: { readonly statusCode?: number; readonly body?: string; readonly batchItemFailures?: unknown[] };
}

describe('What npm run package makes', () => {
  let folder: string;
  let engine: TestEngine;
  let app: TestApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sino-lambda-'));
    await run(process.execPath, [resolve('deploy/package.mjs'), folder]);
    engine = await embeddedEngine.start();
    app = await startTestApp({ endpoint: engine.endpoint, env: { JOBS: 'publish' } });
  }, 30_000);
  afterAll(async () => {
    await app.stop();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const invoke = async (name: string, event: unknown, endpoint = engine.endpoint): Promise<Outcome> => {
    const { stdout } = await run(process.execPath, ['-e', INVOKE, join(folder, name, 'index.js'), JSON.stringify(event)], {
      env: {
        AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', DYNAMODB_ENDPOINT: endpoint,
        NOTIFICATION_TABLE: app.tables.notifications, CONSUMER_TABLE: app.tables.consumer, DEAD_LETTER_TABLE: app.tables.deadLetters,
      },
    });
    // Beside it are the lines of the function's log.
    return JSON.parse(stdout.split('\n').find((line) => line.startsWith('{"answer"')) ?? '') as Outcome;
  };
  const request = (method: 'GET' | 'POST', body?: string) =>
    withJwtClaims(httpApiEvent({ method, query: '', headers: { 'content-type': 'application/json' }, body }), { sub: 'bela', roles: [] });

  it.each(FUNCTIONS)('%s is small', async (name) => {
    expect((await stat(join(folder, name, 'index.js'))).size).toBeLessThan(MAX_BYTES);
    expect((await stat(join(folder, `${name}.zip`))).size).toBeLessThan(MAX_BYTES);
  });

  it.each(FUNCTIONS)('%s is loaded in a moment', async (name) => {
    let best = Infinity;
    for (let load = 0; load < LOADS && best > MAX_LOAD_MILLIS / 2; load += 1) {
      const { stdout } = await run(process.execPath, ['-e', LOAD, join(folder, name, 'index.js')], { env: { AWS_REGION: 'us-east-1' } });
      best = Math.min(best, Number(stdout));
    }
    expect(best).toBeLessThan(MAX_LOAD_MILLIS);
  }, 30_000);

  it('runs as it is: captures, lists and marks', async () => {
    await writeMap(app, 'sandboxsre', 'sre', ['bela']);
    const captured = await invoke('notificationeventcapture', { Records: [streamRecord('INSERT', { after: questionImage({ BOOL: false }) })] });
    expect(captured.answer).toEqual({ batchItemFailures: [] });
    const listed = await invoke('getnotifications', request('GET'));
    const [notification] = JSON.parse(listed.answer.body ?? '[]') as { notification_identifier: string }[];
    expect(notification).toMatchObject({ user: 'bela', question: 'PRRCON38', status: 'unread' });
    const marked = await invoke('updatenotifications', request('POST', JSON.stringify([notification])));
    expect(JSON.parse(marked.answer.body ?? '{}')).toMatchObject({ updated: 1 });
  }, 30_000);

  it('tells a caller to try again while the database is away, and Lambda to start again from the record', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect((await invoke('getnotifications', request('GET'), nowhere)).answer.statusCode).toBe(503);
    const record = streamRecord('INSERT', { after: questionImage({ BOOL: false }) });
    const { answer } = await invoke('notificationeventcapture', { Records: [record] }, nowhere);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber }] });
  }, 30_000);
});
