import type { GetToken } from '../transport/tokens';
import { fetchToken } from './dev-server';

const TOKEN_KEY = 'sino.token';

/** The user stands in the address, so that two windows can be two users. */
export function chosenUser(users: readonly string[]): string | null {
  const wanted = new URLSearchParams(location.search).get('user');
  return users.find((user) => user === wanted) ?? users[0] ?? null;
}

export function rememberUser(user: string): void {
  const url = new URL(location.href);
  url.searchParams.set('user', user);
  history.replaceState(null, '', url);
}

export function developmentToken(user: string): GetToken {
  return () => fetchToken(user);
}

export function pastedToken(): string | null {
  return sessionStorage.getItem(TOKEN_KEY);
}

export function keepPastedToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(TOKEN_KEY);
  else sessionStorage.setItem(TOKEN_KEY, token);
}
