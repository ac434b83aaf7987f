import { createHmac } from 'node:crypto';

import { Bell } from './support/bell';
import { describeInBrowser } from './support/stage';

const SECRET = 'a-secret-of-the-tests-that-is-long-enough-for-hs256';

function tokenFor(user: string, secondsToLive: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + secondsToLive;
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user, roles: [], exp })}`;
  return `${body}.${createHmac('sha256', SECRET).update(body).digest('base64url')}`;
}

describeInBrowser(
  'the page in production',
  (stage) => {
    beforeEach(() => stage().noise.expect(/404/));

    it('asks for a token, keeps it for the tab only, and shows the bell', async () => {
      const page = await stage().newPage();
      await page.goto('/');
      await page.getByRole('heading', { name: 'Sign in to Sino' }).waitFor();
      await stage().screenshot(page, 'sign-in');
      await page.getByLabel('Access token').fill(tokenFor('someone-new', 600));
      await page.getByRole('button', { name: 'Continue' }).click();
      const bell = new Bell(page);
      await bell.untilConnection('live');
      await bell.openPanel();
      await bell.panel.getByText('Nothing yet').waitFor();
      await stage().screenshot(page, 'empty');

      await page.reload();
      await bell.untilConnection('live');
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Sino' }).waitFor();
    });

    it('asks again when the token is refused', async () => {
      stage().noise.expect(/401/);
      const page = await stage().newPage();
      await page.goto('/');
      await page.getByLabel('Access token').fill(tokenFor('ana', -600));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Sign out' }).or(page.getByLabel('Access token')).first().waitFor();
      await page.getByRole('heading', { name: 'Sign in to Sino' }).waitFor();
      expect(await page.getByLabel('Access token').inputValue()).toBe('');
    });

    it('has no playground and hands out no tokens', async () => {
      const page = await stage().newPage();
      const playground = await page.request.get('/graphql', { headers: { accept: 'text/html' } });
      expect(playground.status()).toBe(405);
      expect((await page.request.post('/dev/token', { data: { user: 'ana' } })).status()).toBe(404);
    });
  },
  { AUTH_SECRET: SECRET },
);
