import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

import { Bell } from './support/bell';
import { describeInBrowser } from './support/stage';

async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

describeInBrowser('the look of the bell', (stage) => {
  beforeAll(async () => {
    const { platform } = stage();
    await platform.write({ kind: 'question', productId: 'sandboxsre', env: 'prod', questionId: 'PRRCON38' });
    await platform.write({ kind: 'score', productId: 'paycore', env: 'prod', score: 88.5 });
    await platform.write({ kind: 'score', productId: 'paycore', env: 'prod', score: 91.2 });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible in ${colorScheme} colours`, async () => {
      const bell = await Bell.open(await stage().newPage({ colorScheme, reducedMotion: 'reduce' }), 'ana');
      expect(await accessibilityProblems(bell.page)).toEqual([]);
      await stage().screenshot(bell.page, `page-${colorScheme}`);

      await bell.openPanel();
      await bell.rows
        .nth(1)
        .getByRole('button', { name: /pending|Score/ })
        .click();
      await bell.row(await bell.firstId()).hover();
      expect(await accessibilityProblems(bell.page)).toEqual([]);
      await bell.rows
        .nth(1)
        .getByRole('button', { name: /pending|Score/ })
        .click();
      await stage().screenshot(bell.page, `bell-${colorScheme}`);

      await bell.panel.getByRole('button', { name: 'Scores' }).click();
      await bell.tab('Read').click();
      await bell.panel.getByRole('tabpanel').waitFor();
      expect(await accessibilityProblems(bell.page)).toEqual([]);
    });
  }

  it('fills a narrow screen, in Portuguese', async () => {
    const page = await stage().newPage({
      viewport: { width: 390, height: 760 },
      locale: 'pt-BR',
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    const bell = await Bell.open(page, 'ana');
    await bell.openPanel();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await bell.panel.innerText()).toMatch(/Notificações[\s\S]*Ao vivo[\s\S]*Não lidas[\s\S]*Hoje/);
    await stage().screenshot(page, 'narrow');
    expect(await bell.panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 760 });
    expect(await accessibilityProblems(page)).toEqual([]);
    await bell.panel.getByRole('button', { name: 'Fechar notificações' }).click();
    await bell.panel.waitFor({ state: 'detached' });
    await stage().screenshot(page, 'narrow-page');
  });

  it('stays usable at twice the size', async () => {
    const bell = await Bell.open(
      await stage().newPage({ viewport: { width: 640, height: 410 }, deviceScaleFactor: 2 }),
      'ana',
    );
    await bell.openPanel();
    await stage().screenshot(bell.page, 'zoomed');
    const box = await bell.panel.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 640).toBe(true);
    expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= 410).toBe(true);
  });

  it('moves nothing for those who asked for stillness', async () => {
    const bell = await Bell.open(await stage().newPage({ reducedMotion: 'reduce' }), 'ana');
    await bell.openPanel();
    const before = await bell.firstId();
    await stage().platform.write({ kind: 'score', productId: 'portal', env: 'hom' });
    await bell.untilFirstIsNot(before);
    expect(await bell.page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('caps the badge', async () => {
    const page = await stage().newPage();
    await page.routeWebSocket('**/graphql', (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        socket.send(String(message).replace(/"unreadCount":\{[^}]*\}/, '"unreadCount":{"count":1000,"isCapped":true}'));
      });
    });
    const bell = await Bell.open(page, 'ana');
    await bell.badge.getByText('999+').waitFor();
    expect(await bell.button.getAttribute('aria-label')).toBe('Notifications, 999+ unread');
  });
});
