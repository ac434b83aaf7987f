import type { Page } from 'playwright-core';

import { describeInBrowser } from './support/stage';
import { SECRET, tokenFor } from './support/token';

async function openTab(page: Page, name: string): Promise<void> {
  await page.goto('/graphql');
  await page.getByRole('tab', { name }).click();
  await page.locator('.graphiql-query-editor .view-lines').getByText(name).first().waitFor();
}

function answer(page: Page, text: string | RegExp) {
  return page.locator('.result-window').getByText(text).first();
}

async function openDocumentation(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Documentation Explorer/ })
    .first()
    .click();
}

function documented(page: Page, text: string) {
  return page.locator('.graphiql-doc-explorer').getByText(text).first();
}

async function writeHeaders(page: Page, headers: Readonly<Record<string, string>>): Promise<void> {
  // The editor of the variables is in the same place, hidden.
  await page.getByRole('region', { name: 'Headers' }).locator('.view-lines:visible').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(JSON.stringify(headers));
  // The editor closes brackets and quotes by itself, behind the ones that were just written.
  await page.keyboard.press('ControlOrMeta+Shift+End');
  await page.keyboard.press('Delete');
}

describeInBrowser('the playground', (stage) => {
  it('opens with examples and a token, and runs the query', async () => {
    const page = await stage().newPage();
    await openTab(page, 'Inbox');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(expect.arrayContaining(['Inbox', 'MarkRead', 'Ring']));
    await page.getByRole('button', { name: /Execute/ }).click();
    await answer(page, 'unreadCount').waitFor();
    await stage().screenshot(page, 'playground');
  });

  it('keeps no token in the browser, and runs an operation of the history with the token of today', async () => {
    const page = await stage().newPage();
    await openTab(page, 'Inbox');
    await page.getByRole('button', { name: /Execute/ }).click();
    await answer(page, 'unreadCount').waitFor();
    const kept = await page.evaluate((): Record<string, string> => ({ ...localStorage }));
    expect(kept['graphiql:queries']).toContain('query Inbox');
    expect(Object.values(kept).filter((value) => value.includes('Bearer '))).toEqual([]);

    await openTab(page, 'MarkRead');
    await page.getByRole('button', { name: /Show History/ }).click();
    await page.locator('.graphiql-history').getByText('Inbox').click();
    await page.getByRole('button', { name: /Execute/ }).click();
    await answer(page, 'unreadCount').waitFor();
  });

  it('marks as read', async () => {
    const page = await stage().newPage();
    await openTab(page, 'MarkRead');
    await page.getByRole('button', { name: /Execute/ }).click();
    await answer(page, 'notFoundIds').waitFor();
  });

  it('rings: the subscription shows a live notification, and the headers reach the socket', async () => {
    const page = await stage().newPage();
    const greeting = new Promise<string>((resolve) => {
      page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => resolve(String(payload))));
    });
    const subscribed = new Promise<void>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          if (String(payload).includes('"subscribe"')) resolve();
        }),
      );
    });
    await openTab(page, 'Ring');
    await page.getByRole('button', { name: /Execute/ }).click();
    expect(JSON.parse(await greeting)).toMatchObject({
      type: 'connection_init',
      payload: { authorization: expect.stringMatching(/^Bearer \S+/) as string },
    });
    await subscribed;
    await stage().platform.write({ kind: 'score', productId: 'paycore', env: 'prod' });
    await answer(page, 'ScoreNotification').waitFor();
    await stage().screenshot(page, 'playground-subscription');
  });

  it('lets nobody choose a tab before there is an editor to show it', async () => {
    const page = await stage().newPage();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/monaco-editor-.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/graphql');
    const tab = page.getByRole('tab', { name: 'MarkRead', includeHidden: true });
    await tab.waitFor({ state: 'attached' });
    expect(await page.locator('#root').evaluate((root) => root.hasAttribute('inert'))).toBe(true);

    release();
    await tab.click();
    await page.locator('.graphiql-query-editor .view-lines').getByText('MarkRead').first().waitFor();
  });

  it('knows the schema', async () => {
    const page = await stage().newPage();
    await page.goto('/graphql');
    await openDocumentation(page);
    await documented(page, 'Subscription').waitFor();
  });
});

describeInBrowser(
  'the playground in production',
  (stage) => {
    it('reads the schema with the token that its user brings', async () => {
      stage().noise.expect(/404/);
      stage().noise.expect(/401/);
      const page = await stage().newPage();
      await page.goto('/graphql');
      await openDocumentation(page);
      await documented(page, 'Error fetching schema').waitFor();

      await writeHeaders(page, { authorization: `Bearer ${tokenFor('ana', 600)}` });
      await page.getByRole('button', { name: 'Re-fetch GraphQL schema' }).click();
      await documented(page, 'Subscription').waitFor();
    });
  },
  { AUTH_SECRET: SECRET, INTROSPECTION: 'true' },
);
