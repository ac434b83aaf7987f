import { Bell } from './support/bell';
import { describeInBrowser } from './support/stage';

const MANY = 300;

describeInBrowser('a long list', (stage) => {
  beforeAll(async () => {
    const { platform } = stage();
    const before = await platform.unreadCountOf('carla');
    for (let written = 0; written < MANY; written += 100) {
      await platform.write({ kind: 'question', productId: 'paycore', env: 'dev', count: 100 });
    }
    await platform.untilUnread('carla', before + MANY);
  });

  it('is paged to its end by scrolling, with every notification once and in order', async () => {
    const bell = await Bell.open(await stage().newPage(), 'carla');
    await bell.openPanel();
    const end = bell.panel.getByText('That is everything');
    while (!(await end.isVisible())) {
      const shown = await bell.rows.count();
      await bell.panel.getByRole('tabpanel').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
      await bell.page.waitForFunction(
        (count) =>
          document.querySelectorAll('.sino-row').length > count || document.querySelector('.sino-end__note') !== null,
        shown,
      );
    }
    expect(await bell.rowIds()).toEqual(await stage().platform.allIdsOf('carla'));
    await stage().screenshot(bell.page, 'end-of-list');
  });

  it('says how many arrived above while the reader is further down', async () => {
    const bell = await Bell.open(await stage().newPage(), 'carla');
    await bell.openPanel();
    await bell.untilRows(20);
    await bell.panel.getByRole('tabpanel').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await bell.untilRows(40);
    await stage().platform.write({ kind: 'score', productId: 'paycore', env: 'prod' });
    const pill = bell.panel.getByRole('button', { name: '1 new notification' });
    await pill.click();
    await pill.waitFor({ state: 'detached' });
    expect(await bell.rows.first().innerText()).toMatch(/score/i);
  });

  it('shows one type alone', async () => {
    const bell = await Bell.open(await stage().newPage(), 'carla');
    await bell.openPanel();
    await bell.panel.getByRole('button', { name: 'Scores' }).click();
    await bell.rows.first().waitFor();
    const texts = await bell.rows.allInnerTexts();
    expect(texts.filter((text) => !/score/i.test(text))).toEqual([]);
  });

  it('is marked as read as a whole, and stays empty of unread ones', async () => {
    const bell = await Bell.open(await stage().newPage(), 'carla');
    await bell.openPanel();
    await bell.tab('Unread').click();
    await bell.rows.first().waitFor();
    await bell.panel.getByRole('button', { name: 'Mark all as read' }).click();
    await bell.panel.getByText('You are all caught up').waitFor();
    await bell.badge.waitFor({ state: 'detached' });
    await stage().platform.untilUnread('carla', 0);
    await stage().screenshot(bell.page, 'all-caught-up');

    await bell.tab('Read').click();
    await bell.rows.first().waitFor();
    await bell.page.reload();
    await bell.untilConnection('live');
    await bell.untilUnread(0);
  });
});
