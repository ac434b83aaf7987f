import type { Auth, Config } from './config';

const SECRET = '[secret]';

/** What an operator wants to see at the start, without anything that lets somebody in. */
export function summaryOf(config: Config): Record<string, unknown> {
  const { engine } = config;
  return {
    ...config,
    engine: engine.kind === 'remote' ? { ...engine, endpoint: withoutSecrets(engine.endpoint) } : engine,
    auth: authSummary(config.auth),
    redisUrl: withoutSecrets(config.redisUrl),
  };
}

function authSummary(auth: Auth): Record<string, unknown> {
  switch (auth.kind) {
    case 'jwks':
      return { ...auth, url: withoutSecrets(auth.url.href) };
    case 'secret':
      return { ...auth, secret: SECRET };
    case 'development':
      return auth;
  }
}

/** An address may carry a password before the host, or a key behind the path. */
function withoutSecrets(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (!URL.canParse(address)) return SECRET;
  const url = new URL(address);
  if (url.username) url.username = '***';
  if (url.password) url.password = '***';
  if (url.search) url.search = '***';
  url.hash = '';
  return url.href;
}
