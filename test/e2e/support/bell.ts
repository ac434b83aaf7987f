import type { Locator, Page } from 'playwright-core';

/** A row that is sliding out is no longer there for anyone but the eye. */
const PRESENT_ROW = '.sino-row:not([data-motion="leaving"])';

/** The bell as a user finds it: by what it says and does. */
export class Bell {
  readonly button: Locator;
  readonly badge: Locator;
  readonly panel: Locator;
  readonly rows: Locator;
  readonly undo: Locator;

  constructor(readonly page: Page) {
    this.button = page.getByRole('button', { name: /^(Notifications|Notificações)/ });
    this.badge = page.locator('.sino-badge');
    this.panel = page.getByRole('dialog');
    this.rows = this.panel.locator(PRESENT_ROW);
    this.undo = this.panel.getByRole('button', { name: 'Undo' });
  }

  static async open(page: Page, user: string): Promise<Bell> {
    await page.goto(`/?user=${user}`);
    const bell = new Bell(page);
    await bell.untilConnection('live');
    return bell;
  }

  async openPanel(): Promise<void> {
    await this.button.click();
    await this.rows.or(this.panel.locator('.sino-blank')).first().waitFor();
  }

  async untilConnection(phase: string): Promise<void> {
    await this.page.locator(`.sino-bell[data-phase="${phase}"]`).waitFor();
  }

  /** The number on the badge, 0 when there is none. */
  async untilUnread(count: number): Promise<void> {
    await this.page.waitForFunction(
      (expected) => (document.querySelector('.sino-badge')?.textContent ?? '0') === expected,
      String(count),
    );
  }

  row(id: string): Locator {
    return this.panel.locator(`.sino-row[data-id="${id}"]:not([data-motion="leaving"])`);
  }

  async rowIds(): Promise<readonly string[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id') ?? ''));
  }

  async firstId(): Promise<string> {
    return (await this.rows.first().getAttribute('data-id')) ?? '';
  }

  async untilFirstIsNot(id: string): Promise<void> {
    await this.page.waitForFunction(
      (before) => document.querySelector('.sino-row')?.getAttribute('data-id') !== before,
      id,
    );
  }

  /** Exactly these, in this order, as far as the list is loaded. */
  async untilIds(ids: readonly string[]): Promise<void> {
    await this.untilRows(ids.length);
    await this.untilTopIs(ids);
  }

  async untilTopIs(ids: readonly string[]): Promise<void> {
    await this.page.waitForFunction(
      ([selector, expected]) => {
        const rows = [...document.querySelectorAll(selector)].slice(0, expected.length);
        return rows.map((row) => row.getAttribute('data-id')).join() === expected.join();
      },
      [PRESENT_ROW, ids] as const,
    );
  }

  async untilRows(count: number): Promise<void> {
    await this.page.waitForFunction(([selector, expected]) => document.querySelectorAll(selector).length === expected, [
      PRESENT_ROW,
      count,
    ] as const);
  }

  async untilRead(id: string, isRead: boolean): Promise<void> {
    await this.panel.locator(`.sino-row[data-id="${id}"][data-read="${String(isRead)}"]`).waitFor();
  }

  tab(name: 'All' | 'Unread' | 'Read'): Locator {
    return this.panel.getByRole('tab', { name: new RegExp(`^${name}`) });
  }
}
