import type { WebSocketRoute } from 'playwright-core';

import { Bell } from './support/bell';
import { describeInBrowser, type Stage } from './support/stage';

interface Subscription {
  readonly type?: string;
  readonly payload?: { readonly query?: string; readonly variables?: { readonly since?: string | null } };
}

/** Every id that the bell asked to resume after, in order. */
function resumesOf(bell: Bell): readonly (string | null)[] {
  const resumes: (string | null)[] = [];
  bell.page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload)) as Subscription;
      if (message.payload?.query?.includes('notificationAdded') === true) {
        resumes.push(message.payload.variables?.since ?? null);
      }
    });
  });
  return resumes;
}

async function writeWhileAway(stage: Stage, user: string, count: number): Promise<number> {
  const unread = await stage.platform.unreadCountOf(user);
  await stage.platform.write({ kind: 'question', productId: 'sandboxsre', env: 'dev', count });
  await stage.platform.untilUnread(user, unread + count);
  return unread + count;
}

describeInBrowser('a bell that was away', (stage) => {
  it('misses nothing of what happened while the network was gone', async () => {
    stage().noise.expect(/ERR_INTERNET_DISCONNECTED/);
    const bell = await Bell.open(await stage().newPage(), 'ana');
    await bell.openPanel();
    const newest = await bell.firstId();
    const resumes = resumesOf(bell);

    await bell.page.context().setOffline(true);
    await bell.untilConnection('offline');
    await bell.panel.getByText('You are offline.').waitFor();
    await stage().screenshot(bell.page, 'offline');
    const unread = await writeWhileAway(stage(), 'ana', 30);
    const read = (await bell.rowIds())[1] ?? '';
    await stage().platform.graphql('ana', 'mutation($ids: [ID!]!) { markRead(ids: $ids) { changedIds } }', {
      ids: [read],
    });

    await bell.page.context().setOffline(false);
    await bell.untilConnection('live');
    await bell.untilUnread(unread - 1);
    await bell.untilRead(read, true);
    expect(resumes).toEqual([newest]);
    await bell.untilIds(await stage().platform.allIdsOf('ana'));
  });

  it('catches up after its socket was dropped', async () => {
    const bell = await Bell.open(await stage().newPage(), 'ana');
    await bell.openPanel();
    const newest = await bell.firstId();
    const resumes = resumesOf(bell);
    await bell.page.getByRole('button', { name: /Drop my socket/ }).click();
    await bell.untilConnection('waiting');
    const unread = await writeWhileAway(stage(), 'ana', 3);
    await bell.untilConnection('live');
    await bell.untilUnread(unread);
    await bell.untilTopIs((await stage().platform.allIdsOf('ana')).slice(0, 4));
    expect(resumes[0]).toBe(newest);
  });

  it('gets a fresh token and resumes when the server says that the old one has expired', async () => {
    const page = await stage().newPage();
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket('**/graphql', (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    const bell = await Bell.open(page, 'ana');
    await bell.openPanel();
    const renewed = page.waitForRequest('**/dev/token');
    await sockets[0]?.close({ code: 4403, reason: 'Forbidden' });
    await renewed;
    await bell.untilConnection('live');
    const unread = await writeWhileAway(stage(), 'ana', 1);
    await bell.untilUnread(unread);
    expect(sockets).toHaveLength(2);
  });

  it('shows the list and the count even where websockets are blocked, and what is new a little later', async () => {
    stage().noise.expect(/WebSocket/);
    const page = await stage().newPage();
    await page.routeWebSocket('**/graphql', (socket) => socket.close({ code: 1011 }));
    await page.goto('/?user=ana');
    const bell = new Bell(page);
    await bell.untilUnread(await stage().platform.unreadCountOf('ana'));
    await bell.openPanel();
    expect(await bell.rows.count()).toBeGreaterThan(0);
    await bell.panel.getByRole('button', { name: 'Reconnect now' }).waitFor();
    await stage().screenshot(page, 'reconnecting');
    const unread = await writeWhileAway(stage(), 'ana', 2);
    const newest = (await stage().platform.allIdsOf('ana')).slice(0, 3);
    // As often as the socket is tried for, which takes a minute at the most.
    page.setDefaultTimeout(80_000);
    await bell.untilUnread(unread);
    await bell.untilTopIs(newest);
    await bell.untilConnection('waiting');
  });
});
