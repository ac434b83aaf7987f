import type { GraphiQLProps } from 'graphiql';
import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { createClient, type Client } from 'graphql-ws/client';
import { socketUrl } from '../transport/socket';

type Fetcher = GraphiQLProps['fetcher'];
type Headers = Readonly<Record<string, string>>;

const INTROSPECTION = 'IntrospectionQuery';

/**
 * HTTP for queries and mutations, a websocket for subscriptions; both carry what the headers editor says. The schema is
 * first read before that editor exists, with `schemaHeaders`; once it does, the token in it may be the only good one.
 */
export function createFetcher(endpoint: string, schemaHeaders: Headers): Fetcher {
  const clientFor = createClients(socketUrl(endpoint, location.href));
  return async ({ query, variables, operationName }, options) => {
    const withoutEditor = operationName === INTROSPECTION ? schemaHeaders : {};
    const headers = lowerCased(options?.headers ?? withoutEditor);
    const document = parse(query);
    // Right after a change of tabs the name can still be that of the tab before.
    const operation = getOperationAST(document, operationName) ?? getOperationAST(document);
    const request = { query, variables, operationName: operation?.name?.value ?? null };
    if (operation?.operation === OperationTypeNode.SUBSCRIPTION) {
      return clientFor(headers).iterate(request);
    }
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(request),
    });
    return response.json();
  };
}

/** The socket is told who is there only when it opens, so other headers need another socket. */
function createClients(url: string): (headers: Headers) => Client {
  let current: { readonly key: string; readonly client: Client } | null = null;
  return (connectionParams) => {
    const key = JSON.stringify(connectionParams);
    if (current?.key !== key) {
      void current?.client.dispose();
      current = { key, client: createClient({ url, connectionParams, lazyCloseTimeout: 5_000 }) };
    }
    return current.client;
  };
}

function lowerCased(headers: Readonly<Record<string, unknown>>): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
