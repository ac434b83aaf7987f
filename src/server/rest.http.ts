import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Inbox } from '../domain/inbox';
import type { Viewer } from '../resolvers/context';
import type { Authenticator } from './auth';
import { readJson, sendJson } from './http-io';
import type { RateLimits } from './rate-limit';
import { listNotifications, updateNotifications } from './rest';

interface Parts {
  readonly authenticator: Authenticator;
  readonly services: { readonly inbox: Inbox };
  readonly rates: RateLimits;
  readonly maxBodyBytes: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Route = [string, (exchange: Exchange) => Promise<void>];

/** The old API on the server's own port. What goes wrong is thrown, for the edge to answer. */
export function restRoutes({ authenticator, services: { inbox }, rates, maxBodyBytes }: Parts): Route[] {
  const answering = (run: (viewer: Viewer, request: IncomingMessage) => Promise<unknown>) => async ({ request, response }: Exchange) => {
    const viewer = await authenticator.authenticate(request.headers.authorization);
    sendJson(response, 200, await run(viewer, request));
  };
  return [
    ['GET /notifications', answering((viewer, request) => listNotifications(inbox, viewer, queryOf(request), rates))],
    ['POST /notifications', answering(async (viewer, request) => updateNotifications(inbox, viewer, await readJson(request, maxBodyBytes), rates))],
  ];
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
}
