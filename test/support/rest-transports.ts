import { jwtVerify } from 'jose';

import { getNotifications, markNotifications } from '../../deploy/rest.handler';
import { openInbox } from '../../deploy/services';
import { loadConfig } from '../../src/config';
import { httpApiEvent, withJwtClaims } from './lambda-events';
import { capturingLogger, TEST_SECRET, type TestApp } from './test-app';

export interface RestCall {
  readonly method: 'GET' | 'POST';
  readonly query?: string;
  readonly token?: string | undefined;
  readonly contentType?: string;
  readonly body?: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The same two routes, however they are reached. */
export interface RestTransport {
  readonly name: string;
  connect(app: TestApp): (call: RestCall) => Promise<RestAnswer>;
}

function headersOf({ token, contentType = 'application/json', method }: RestCall): Record<string, string> {
  return { ...(token && { authorization: `Bearer ${token}` }), ...(method === 'POST' && contentType && { 'content-type': contentType }) };
}

const server: RestTransport = {
  name: 'the server',
  connect: (app) => async (call) => {
    const response = await fetch(new URL(`/notifications${call.query ? `?${call.query}` : ''}`, app.url), {
      method: call.method,
      headers: headersOf(call),
      // As bytes: a text would be sent with a content type of its own.
      ...(call.body !== undefined && { body: Buffer.from(call.body) }),
    });
    return { status: response.status, body: await response.json() };
  },
};

/** Plays the API: its authorizer verifies the token, and a call without one reaches a function only by mistake. */
const lambda: RestTransport = {
  name: 'the Lambda functions',
  connect(app) {
    const inbox = openInbox(configOf(app));
    const { log } = capturingLogger();
    const handlers = { GET: getNotifications(inbox, log), POST: markNotifications(inbox, log) };
    return async (call) => {
      const event = httpApiEvent({ method: call.method, query: call.query ?? '', headers: headersOf(call), body: call.body });
      const claims = call.token && (await jwtVerify(call.token, Buffer.from(TEST_SECRET))).payload;
      const result = await handlers[call.method](claims ? withJwtClaims(event, claims) : event);
      return { status: result.statusCode ?? 200, body: JSON.parse(result.body ?? 'null') as unknown };
    };
  },
};

export function configOf({ endpoint, tables }: Pick<TestApp, 'endpoint' | 'tables'>) {
  return loadConfig({
    DYNAMODB_ENDPOINT: endpoint,
    SOURCE_TABLE: tables.source,
    NOTIFICATION_TABLE: tables.notifications,
    CONSUMER_TABLE: tables.consumer,
    DEAD_LETTER_TABLE: tables.deadLetters,
  });
}

export function describeOnEveryTransport(what: string, suite: (transport: RestTransport) => void): void {
  for (const transport of [server, lambda]) describe(`${what}, over ${transport.name}`, () => suite(transport));
}
