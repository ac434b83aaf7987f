import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

export type Route = (exchange: Exchange) => Promise<void>;

/** By method and path, as in `GET /healthz`. Whoever answers GET answers HEAD too: Node keeps the body back by itself. */
export class Routes {
  private readonly routes: ReadonlyMap<string, Route>;
  private readonly methods = new Map<string, string[]>();

  constructor(routes: readonly (readonly [string, Route])[]) {
    this.routes = new Map(routes);
    for (const [name] of routes) {
      const [method = '', path = ''] = name.split(' ');
      this.methods.set(path, [...this.methodsAt(path), ...(method === 'GET' ? READS : [method])]);
    }
  }

  find(method: string | undefined, path: string): Route | undefined {
    return this.routes.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
  }

  /** None, if nothing is there. */
  methodsAt(path: string): readonly string[] {
    return this.methods.get(path) ?? [];
  }
}

export const READS: readonly string[] = ['GET', 'HEAD'];
