/**
 * A generator that waits cannot be returned until its wait ends; closing what it waits for ends it. One that fails or
 * runs out is never returned by whoever reads it, so its ears are closed here too.
 */
export function closable<T>(generator: AsyncGenerator<T>, close: () => void): AsyncIterableIterator<T> {
  return {
    next: async () => {
      try {
        const result = await generator.next();
        if (result.done) close();
        return result;
      } catch (error) {
        close();
        throw error;
      }
    },
    return: async () => {
      close();
      return generator.return(undefined);
    },
    throw: async (error: unknown) => {
      close();
      return generator.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
