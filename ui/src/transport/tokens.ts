/** `isRenewal` tells the host that the server refused the last token, so a cached one will not do. */
export type GetToken = (need: { readonly isRenewal: boolean }) => Promise<string>;

export interface Tokens {
  readonly current: () => Promise<string>;
  /** Asks the host once, however many requests were refused with the same token. */
  readonly renew: (refused: string) => Promise<string>;
}

export function createTokens(getToken: GetToken): Tokens {
  let held: Promise<string> | null = null;

  function ask(isRenewal: boolean): Promise<string> {
    const asked = getToken({ isRenewal });
    held = asked;
    asked.catch(() => {
      if (held === asked) held = null;
    });
    return asked;
  }

  return {
    current: () => held ?? ask(false),
    async renew(refused) {
      const known = held;
      const token = known === null ? refused : await known;
      if (token !== refused) return token;
      return held === known || held === null ? ask(true) : held;
    },
  };
}

/** How fetch fails when nobody answers. A host that could not ask for a token has not been refused one. */
export function isNetworkError(cause: unknown): boolean {
  return cause instanceof TypeError;
}
