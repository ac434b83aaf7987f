import { Bell } from './support/bell';
import { describeInBrowser } from './support/stage';
import { SECRET, tokenFor } from './support/token';

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
