import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { launchChromium } from './chromium';
import { Noise } from './noise';
import { Platform } from './platform';
import { ROOT } from './root';
import { Server } from './server';

const SCREENS = join(ROOT, 'test-results', 'screens');
const TEST_MILLIS = 90_000;
const STEP_MILLIS = 20_000;

/** A running server and a browser to look at it. */
export class Stage {
  readonly noise: Noise;
  readonly platform: Platform;
  private readonly contexts: BrowserContext[] = [];

  private constructor(
    private readonly server: Server,
    private readonly browser: Browser,
  ) {
    this.noise = new Noise(server.url);
    this.platform = new Platform(server.url);
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<Stage> {
    const [server, browser] = await Promise.all([Server.start(settings), launchChromium()]);
    return new Stage(server, browser);
  }

  get url(): string {
    return this.server.url;
  }

  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      baseURL: this.server.url,
      viewport: { width: 1280, height: 820 },
      locale: 'en-US',
      ...options,
    });
    context.setDefaultTimeout(STEP_MILLIS);
    this.noise.listenTo(context);
    this.contexts.push(context);
    return context;
  }

  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.newContext(options)).newPage();
  }

  async screenshot(page: Page, name: string): Promise<void> {
    await mkdir(SCREENS, { recursive: true });
    await settled(page);
    await page.screenshot({ path: join(SCREENS, `${name}.png`) });
  }

  async closePages(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.closePages();
    await this.browser.close();
    await this.server.stop();
  }
}

/** Until nothing moves any more, but for what moves for ever. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((animation) => animation.finished));
    await document.fonts.ready;
  });
}

/** A group of tests that share a server and a browser; each test fails if its pages were noisy. */
export function describeInBrowser(
  what: string,
  suite: (stage: () => Stage) => void,
  settings: Readonly<Record<string, string>> = {},
): void {
  describe(what, () => {
    let stage: Stage | undefined;
    const started = (): Stage => {
      if (stage === undefined) throw new Error('the stage is not set up yet');
      return stage;
    };
    jest.setTimeout(TEST_MILLIS);
    beforeAll(async () => {
      stage = await Stage.start(settings);
      // Development mode begins with demo data, which is still on its way.
      if (settings['AUTH_SECRET'] === undefined) await stage.platform.untilCaughtUp();
    });
    afterEach(async () => {
      await stage?.closePages();
      expect(stage?.noise.take()).toEqual([]);
    });
    afterAll(async () => {
      await stage?.stop();
    });
    suite(started);
  });
}
