export interface DevCatalog {
  readonly users: readonly string[];
  readonly products: readonly string[];
  readonly envs: readonly string[];
}

export type SourceEvent = {
  readonly kind: 'question' | 'score';
  readonly productId?: string;
  readonly env?: string;
  readonly count?: number;
};

/** Null when the server does not run in development mode. */
export async function fetchCatalog(): Promise<DevCatalog | null> {
  const response = await fetch('/dev');
  if (!response.ok) return null;
  const body: unknown = await response.json();
  return { users: texts(body, 'users'), products: texts(body, 'products'), envs: texts(body, 'envs') };
}

export async function fetchToken(user: string): Promise<string> {
  const token = field(await postJson('/dev/token', { user, roles: [] }), 'token');
  if (typeof token !== 'string') throw new Error('The server gave no token');
  return token;
}

export async function writeSourceEvent(event: SourceEvent): Promise<number> {
  const written = field(await postJson('/dev/events', event), 'written');
  return typeof written === 'number' ? written : 0;
}

async function postJson(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}

function texts(body: unknown, name: string): readonly string[] {
  const value = field(body, name);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
