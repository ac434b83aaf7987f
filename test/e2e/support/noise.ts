import type { BrowserContext } from 'playwright-core';

/** What a browser should not have had to say, and whom it should not have talked to. */
export class Noise {
  private readonly heard: string[] = [];
  private readonly expected: RegExp[] = [];

  constructor(private readonly origin: string) {}

  /** For a test that takes something away on purpose, and hears the browser complain. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  listenTo(context: BrowserContext): void {
    const ownHosts = [new URL(this.origin).host];
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.heard.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => this.heard.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      const isLocal = url.protocol === 'data:' || url.protocol === 'blob:';
      if (!isLocal && !ownHosts.includes(url.host)) this.heard.push(`request to another host: ${url.href}`);
    });
  }

  /** Forgets it as well, so that one test's noise is not the next one's. */
  take(): readonly string[] {
    const unexpected = this.heard.filter((line) => !this.expected.some((pattern) => pattern.test(line)));
    this.heard.length = 0;
    this.expected.length = 0;
    return unexpected;
  }
}
