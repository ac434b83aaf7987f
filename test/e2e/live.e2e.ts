import { Bell } from './support/bell';
import { describeInBrowser } from './support/stage';

describeInBrowser('the bell, live', (stage) => {
  it('rings in both tabs at once and slides the new notification in', async () => {
    const { platform } = stage();
    const context = await stage().newContext();
    const left = await Bell.open(await context.newPage(), 'ana');
    const right = await Bell.open(await context.newPage(), 'ana');
    const unread = await platform.unreadCountOf('ana');
    await left.untilUnread(unread);
    await right.untilUnread(unread);
    await right.openPanel();
    const newestBefore = await right.firstId();

    await platform.write({ kind: 'question', productId: 'sandboxsre', env: 'prod' });

    await left.untilUnread(unread + 1);
    await right.untilUnread(unread + 1);
    await right.untilFirstIsNot(newestBefore);
    expect(await right.rows.first().getAttribute('data-motion')).toBe('entering');
    expect(await right.rows.first().innerText()).toMatch(/is pending[\s\S]*sandboxsre[\s\S]*prod/i);
    await stage().screenshot(right.page, 'new-arrival');
  });

  it('shows at once in one tab what was read, unread and dismissed in the other', async () => {
    const { platform } = stage();
    const context = await stage().newContext();
    const left = await Bell.open(await context.newPage(), 'ana');
    const right = await Bell.open(await context.newPage(), 'ana');
    await left.openPanel();
    await right.openPanel();
    const unread = await platform.unreadCountOf('ana');
    const id = await left.firstId();

    await left.row(id).hover();
    await left.row(id).getByRole('button', { name: 'Mark as read' }).click();
    await right.untilRead(id, true);
    await right.untilUnread(unread - 1);

    await right.row(id).hover();
    await right.row(id).getByRole('button', { name: 'Mark as unread' }).click();
    await left.untilRead(id, false);
    await left.untilUnread(unread);

    await left.row(id).hover();
    await left.row(id).getByRole('button', { name: 'Dismiss' }).click();
    await right.row(id).waitFor({ state: 'detached' });
    await right.untilUnread(unread - 1);

    await left.undo.click();
    await right.row(id).waitFor();
    await right.untilUnread(unread);
  });

  it('rings only for those who care about the product', async () => {
    const { platform } = stage();
    const ana = await Bell.open(await stage().newPage(), 'ana');
    const bruno = await Bell.open(await stage().newPage(), 'bruno');
    const [anaUnread, brunoUnread] = [await platform.unreadCountOf('ana'), await platform.unreadCountOf('bruno')];

    await platform.write({ kind: 'score', productId: 'paycore', env: 'hom' });
    await ana.untilUnread(anaUnread + 1);
    await platform.write({ kind: 'score', productId: 'portal', env: 'hom' });
    await bruno.untilUnread(brunoUnread + 1);
    expect(await platform.unreadCountOf('bruno')).toBe(brunoUnread + 1);
  });

  it('gathers a burst without losing one', async () => {
    const { platform } = stage();
    const bell = await Bell.open(await stage().newPage(), 'carla');
    const unread = await platform.unreadCountOf('carla');
    await bell.openPanel();
    await bell.page.getByRole('radio', { name: 'paycore' }).check();
    await bell.page.getByRole('button', { name: /Burst of 50/ }).click();
    await bell.untilUnread(unread + 50);
    await bell.page.getByText('50 source rows written').waitFor();
  });
});
