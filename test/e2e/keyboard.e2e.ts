import type { Page } from 'playwright-core';

import { Bell } from './support/bell';
import { describeInBrowser } from './support/stage';

async function tabUntil(page: Page, label: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`;
    });
    if (label.test(name)) return;
  }
  throw new Error(`Tab never reached ${String(label)}`);
}

function focusedRow(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.closest('.sino-row')?.getAttribute('data-id') ?? null);
}

describeInBrowser('the bell, by keyboard alone', (stage) => {
  it('can be opened, walked, marked, dismissed, undone and closed', async () => {
    const { page } = await Bell.open(await stage().newPage(), 'ana');
    const bell = new Bell(page);
    await tabUntil(page, /^Notifications/);
    await page.keyboard.press('Enter');
    await bell.rows.nth(2).waitFor();
    const [first = '', second = '', third = ''] = await bell.rowIds();

    await page.keyboard.press('ArrowDown');
    expect(await focusedRow(page)).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await focusedRow(page)).toBe(second);
    await stage().screenshot(page, 'keyboard-focus');

    await page.keyboard.press('r');
    await bell.untilRead(second, true);
    await page.keyboard.press('r');
    await bell.untilRead(second, false);

    await page.keyboard.press('Delete');
    await bell.row(second).waitFor({ state: 'detached' });
    await page.waitForFunction(
      (id) => document.activeElement?.closest('.sino-row')?.getAttribute('data-id') === id,
      third,
    );
    await tabUntil(page, /^\s*Undo/);
    await page.keyboard.press('Enter');
    await bell.row(second).waitFor();

    await page.keyboard.press('Escape');
    await bell.panel.waitFor({ state: 'detached' });
    expect(await bell.button.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('switches tabs with the arrow keys and opens a notification with Enter', async () => {
    const bell = await Bell.open(await stage().newPage(), 'ana');
    const { page } = bell;
    await bell.button.focus();
    await page.keyboard.press('Enter');
    await bell.rows.first().waitFor();
    await tabUntil(page, /^ All/);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-selected') === 'true');
    expect(await bell.tab('Unread').getAttribute('aria-selected')).toBe('true');
    await bell.rows.first().waitFor();
    const id = await bell.firstId();

    await tabUntil(page, /is pending|Score (rose|fell)/);
    expect(await focusedRow(page)).toBe(id);
    await page.keyboard.press('Enter');
    await bell.untilRead(id, true);
    await bell.row(id).locator('.sino-details').waitFor();
    expect(await focusedRow(page)).toBe(id);
    await page.keyboard.press('Enter');
    await bell.row(id).waitFor({ state: 'detached' });
  });

  it('keeps Tab inside on a narrow screen, where the panel covers the page', async () => {
    const bell = await Bell.open(await stage().newPage({ viewport: { width: 390, height: 760 } }), 'ana');
    await bell.openPanel();
    for (let presses = 0; presses < 15; presses += 1) {
      await bell.page.keyboard.press('Tab');
      expect(await bell.panel.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
    }
  });

  it('tells a screen reader what arrived, once', async () => {
    const bell = await Bell.open(await stage().newPage(), 'ana');
    await stage().platform.write({ kind: 'question', productId: 'sandboxsre', env: 'hom', questionId: 'PRRSEC07' });
    const log = bell.page.getByRole('log');
    await log.getByText('New notification: PRRSEC07 is pending, sandboxsre, hom').waitFor();
    expect(await log.count()).toBe(1);
  });
});
