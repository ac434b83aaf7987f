import { readFileSync } from 'node:fs';

import { captureHandler } from '../../deploy/capture.handler';
import { openCapture, openInbox } from '../../deploy/services';
import type { DatabaseCall } from '../../src/db/database';
import { questionImage, streamRecord } from '../support/lambda-events';
import { writeMap } from '../support/platform';
import { configOf } from '../support/rest-transports';
import { seedNotifications } from '../support/seed';
import { capturingLogger, startTestApp, type TestApp } from '../support/test-app';

interface Units {
  readonly write: number;
  readonly read: number;
}

/** What docs/deploy.md says an action consumes, by the action's name: `| action | write | read | ...`. */
function documented(): Map<string, Units> {
  const rows = [...readFileSync('docs/deploy.md', 'utf8').matchAll(/^\| ([^|]+) \| ([\d.]+) \| ([\d.]+) \| \$([\d.]+) \|$/gm)];
  return new Map(rows.map(([, action = '', write, read, dollars]) => {
    // On-demand prices for a million units, as the page assumes them: a million times the action costs just that.
    const cost = Number(write) * 0.625 + Number(read) * 0.125;
    expect({ action, dollars }).toEqual({ action, dollars: cost.toFixed(2) });
    return [action, { write: Number(write), read: Number(read) }];
  }));
}

describe('What an action costs is what docs/deploy.md says', () => {
  let app: TestApp;
  const calls: DatabaseCall[] = [];
  const onCall = (call: DatabaseCall) => void calls.push(call);

  beforeAll(async () => {
    app = await startTestApp({ env: { JOBS: 'publish' } });
  });
  afterAll(async () => app.stop());

  const measured = async (run: () => Promise<unknown>, shares = 1): Promise<Units> => {
    calls.length = 0;
    await run();
    const sum = (unit: 'writeUnits' | 'readUnits') => Number((calls.reduce((total, call) => total + call[unit], 0) / shares).toFixed(2));
    return { write: sum('writeUnits'), read: sum('readUnits') };
  };
  const capture = async (productId: string, users: readonly string[]) => {
    if (users.length > 0) await writeMap(app, productId, 'sre', [...users]);
    const handler = captureHandler({ ...openCapture(configOf(app), onCall), log: capturingLogger().log, sleep: async () => undefined, now: Date.now });
    const Records = [streamRecord('INSERT', { after: questionImage({ BOOL: false }, { productId }) })];
    return measured(() => handler({ Records }, { getRemainingTimeInMillis: () => 60_000 }), Math.max(1, users.length));
  };

  it('row by row', async () => {
    const inbox = openInbox(configOf(app), onCall);
    const ids = await seedNotifications(app, 'costly', { count: 200 });
    const page = (status: 'all' | 'unread') => measured(() => inbox.page('costly', { status, type: undefined }, { first: 20 }));
    const mark = (from: number, count: number) => measured(() => inbox.transition('costly', ids.slice(from, from + count), 'read'), count);
    const users = Array.from({ length: 50 }, (_, index) => `user-${index}`);
    const actions = {
      'notification, event for one user': await capture('for-one', ['someone']),
      'notification, event for fifty users': await capture('for-fifty', users),
      'event that concerns nobody': await capture('for-nobody', []),
      'page of 20, all': await page('all'),
      'page of 20, unread': await page('unread'),
      'unread count of 200': await measured(() => inbox.unreadCount('costly')),
      'mark, one in a call': await mark(0, 1),
      'mark, fifty in a call': await mark(50, 50),
    };
    expect(Object.fromEntries(documented())).toEqual(actions);
  }, 30_000);
});
