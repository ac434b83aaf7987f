import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/**
 * The tabs are drawn before the editors that show them exist; one chosen in between would keep the text of the first.
 * So nobody can choose until there is something to choose for.
 */
export function EditorsReady({ page }: { readonly page: HTMLElement }): null {
  const isReady = useGraphiQL(({ queryEditor, variableEditor, headerEditor, responseEditor }) =>
    [queryEditor, variableEditor, headerEditor, responseEditor].every((editor) => editor !== undefined),
  );
  useEffect(() => {
    page.inert = !isReady;
  }, [page, isReady]);
  return null;
}
