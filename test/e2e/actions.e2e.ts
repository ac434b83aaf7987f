import type { Page, Route } from 'playwright-core';

import { Bell } from './support/bell';
import { describeInBrowser } from './support/stage';

function operationOf(route: Route): string {
  return /(?:query|mutation)\s+(\w+)/.exec(route.request().postData() ?? '')?.[1] ?? '';
}

const BROKEN = {
  data: null,
  errors: [{ message: 'Something went wrong', extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'r-1' } }],
};

/** Answers one operation as the server would if its database were broken. */
async function refuse(page: Page, operation: string): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (operationOf(route) !== operation) return route.fallback();
    return route.fulfill({ json: BROKEN });
  });
}

describeInBrowser('what one can do with a notification', (stage) => {
  it('opens it, which reads it and shows all its details', async () => {
    await stage().platform.write({ kind: 'question', productId: 'sandboxsre', env: 'dev', questionId: 'PRRCON38' });
    const bell = await Bell.open(await stage().newPage(), 'ana');
    await bell.openPanel();
    const row = bell.rows.filter({ hasText: 'PRRCON38' }).first();
    await row.waitFor();
    const id = (await row.getAttribute('data-id')) ?? '';
    await row.getByRole('button', { name: /PRRCON38 is pending/ }).click();
    await bell.untilRead(id, true);
    const details = await bell.row(id).locator('.sino-details').innerText();
    expect(details).toMatch(/Product\s+sandboxsre/);
    expect(details).toMatch(/Environment\s+dev/);
    expect(details).toMatch(/Resource\s+arn:aws/);
    expect(details).toMatch(/You get this through\s+owners and sre/);
    await stage().screenshot(bell.page, 'details');
  });

  it('shows a score as old, new and direction', async () => {
    const { platform } = stage();
    await platform.write({ kind: 'score', productId: 'sandboxsre', env: 'dev', score: 80 });
    await platform.write({ kind: 'score', productId: 'sandboxsre', env: 'dev', score: 71.5 });
    const bell = await Bell.open(await stage().newPage(), 'ana');
    await bell.openPanel();
    const row = bell.rows.filter({ hasText: 'Score fell to 71.5' });
    await row.waitFor();
    expect(await row.locator('.sino-score__figures').innerText()).toMatch(/80\s+71\.5\s+-8\.5/);
  });

  it('dismisses several and brings all of them back with one undo', async () => {
    const bell = await Bell.open(await stage().newPage(), 'ana');
    await bell.openPanel();
    const before = await bell.rowIds();
    for (const id of before.slice(0, 2)) {
      await bell.row(id).hover();
      await bell.row(id).getByRole('button', { name: 'Dismiss' }).click();
      await bell.row(id).waitFor({ state: 'detached' });
    }
    await bell.panel.getByText('2 notifications dismissed').waitFor();
    await stage().screenshot(bell.page, 'dismissed');
    await bell.undo.click();
    await bell.untilRows(before.length);
    expect(await bell.rowIds()).toEqual(before);
  });

  it('takes a change back when the server refuses it, and can try again', async () => {
    const bell = await Bell.open(await stage().newPage(), 'bruno');
    await bell.openPanel();
    const unread = await stage().platform.unreadCountOf('bruno');
    const id = await bell.firstId();
    await refuse(bell.page, 'MarkRead');
    await bell.row(id).hover();
    await bell.row(id).getByRole('button', { name: 'Mark as read' }).click();
    await bell.panel.getByText('Could not mark it as read.').waitFor();
    await bell.untilRead(id, false);
    await bell.untilUnread(unread);

    await bell.page.unroute('**/graphql');
    await bell.panel.getByRole('button', { name: 'Try again' }).click();
    await bell.untilRead(id, true);
    await bell.untilUnread(unread - 1);
  });

  it('shows a skeleton while it loads, and a way out when it cannot', async () => {
    const page = await stage().newPage();
    const held: Route[] = [];
    await page.route('**/graphql', (route) => {
      if (operationOf(route) === 'NotificationPage') held.push(route);
      else void route.fallback();
    });
    const bell = await Bell.open(page, 'bruno');
    await bell.button.click();
    await bell.panel.locator('.sino-skeleton').waitFor();
    await stage().screenshot(page, 'loading');

    await Promise.all(held.map((route) => route.fulfill({ json: BROKEN })));
    await bell.panel.getByText('We could not load your notifications').waitFor();
    await stage().screenshot(page, 'failed');

    await page.unroute('**/graphql');
    await bell.panel.getByRole('button', { name: 'Try again' }).click();
    await bell.rows.first().waitFor();
  });
});
