import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { Forbidden } from '../domain/errors';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import type { Assets } from './assets';
import type { Authenticator } from './auth';
import { createContext, type Services } from './context';
import type { Development } from './development';
import { maskError } from './errors';
import type { GraphQLOverHttp } from './graphql.http';
import type { GraphQLOverWebSocket } from './graphql.ws';
import { setSecurityHeaders } from './headers';
import { drained, readJson, requestIdOf, sendJson, sendText } from './http-io';
import type { OriginPolicy } from './origin';
import { TooManyRequests, type RateLimits } from './rate-limit';
import { restRoutes } from './rest.http';
import { READS, Routes, type Exchange, type Route } from './routes';
import { statusOf } from './status';

export interface HttpParts {
  readonly graphql: GraphQLOverHttp;
  readonly websocket: GraphQLOverWebSocket;
  readonly authenticator: Authenticator;
  readonly services: Services;
  readonly rates: RateLimits;
  readonly maxBodyBytes: number;
  readonly origins: OriginPolicy;
  readonly assets: Assets;
  /** Only in development mode. */
  readonly development: Development | undefined;
  readonly hasPlayground: boolean;
  readonly isReady: () => Promise<boolean>;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const GRAPHQL = '/graphql';
const PLAYGROUND = '/playground.html';
/** Whoever opens a connection and does not go on is let go of within seconds. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };
const RETRY_SECONDS = 2;

/** The edge: one port for GraphQL, its websocket, the pages and what operators ask. */
export class HttpEdge {
  private readonly server: Server;
  private readonly routes: Routes;
  private isDraining = false;

  constructor(private readonly parts: HttpParts) {
    this.routes = this.routeTable();
    this.server = createServer(TIMEOUTS, (request, response) => void this.answer(request, response));
    this.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.upgrade(request, socket, head));
  }

  async listen(port: number, host: string): Promise<URL> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    const { port: actual } = this.server.address() as AddressInfo;
    return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`);
  }

  /** No new requests; those in flight are answered. */
  async stop(): Promise<void> {
    this.isDraining = true;
    const closed = new Promise((resolve) => this.server.close(resolve));
    await this.parts.websocket.stop();
    this.server.closeIdleConnections();
    await closed;
  }

  private routeTable(): Routes {
    const { development, hasPlayground, maxBodyBytes, metrics } = this.parts;
    const routes: [string, Route][] = [
      [`POST ${GRAPHQL}`, (exchange) => this.graphql(exchange)],
      ...restRoutes(this.parts),
      ['GET /healthz', async ({ response }) => sendJson(response, 200, { status: 'ok' })],
      ['GET /readyz', (exchange) => this.readiness(exchange)],
      ['GET /metrics', async ({ response }) => sendText(response, 200, await metrics.registry.metrics(), metrics.registry.contentType)],
    ];
    if (hasPlayground) routes.push([`GET ${GRAPHQL}`, (exchange) => this.playground(exchange)]);
    if (development) {
      routes.push(
        ['GET /dev', async ({ response }) => sendJson(response, 200, development.describe())],
        ['POST /dev/token', async ({ request, response }) => sendJson(response, 200, await development.issueToken(await readJson(request, maxBodyBytes)))],
        ['POST /dev/events', async ({ request, response }) => sendJson(response, 200, await development.makeEvents(await readJson(request, maxBodyBytes)))],
      );
    }
    return new Routes(routes);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const requestId = requestIdOf(request);
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const isRouted = this.routes.find(request.method, path) !== undefined;
    response.setHeader('x-request-id', requestId);
    setSecurityHeaders(response);
    if (this.isDraining) response.setHeader('connection', 'close');
    response.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      this.parts.metrics.request(isRouted ? path : 'other', response.statusCode, seconds);
      this.parts.log.debug({ requestId, method: request.method, path, status: response.statusCode, seconds }, 'answered');
    });
    try {
      await this.route({ request, response, requestId }, path);
    } catch (error) {
      await this.refuse({ request, response, requestId }, error);
    }
  }

  private async route(exchange: Exchange, path: string): Promise<void> {
    const { request, response } = exchange;
    this.checkOrigin(request, response);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const route = this.routes.find(request.method, path);
    if (route) return route(exchange);
    const { assets, hasPlayground } = this.parts;
    const page = path === '/' ? '/index.html' : path;
    const isPage = assets.has(page) && (page !== PLAYGROUND || hasPlayground);
    const methods = isPage ? READS : this.routes.methodsAt(path);
    if (methods.length === 0) sendJson(response, 404, { error: `There is nothing at ${path}.` });
    else if (isPage && methods.includes(request.method ?? '')) assets.send(response, page);
    else refuseMethod(exchange, path, methods);
  }

  private checkOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
    const { origins } = this.parts;
    if (!origins.acceptsHost(headers)) throw new Forbidden('In development mode only requests to a loopback name are answered.');
    if (!origins.accepts(headers)) throw new Forbidden('Pages of this origin may not talk to this server; see ALLOWED_ORIGINS.');
    if (headers.origin === undefined) return;
    response.setHeader('vary', 'origin');
    response.setHeader('access-control-allow-origin', headers.origin);
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, x-request-id');
    response.setHeader('access-control-expose-headers', 'retry-after, x-request-id');
    response.setHeader('access-control-max-age', '600');
  }

  private async graphql({ request, response, requestId }: Exchange): Promise<void> {
    const { authenticator, development, services, graphql } = this.parts;
    const { authorization } = request.headers;
    // Without a token, development mode still shows the schema to tools that introspect; any field of ours refuses.
    const isAnonymous = authorization === undefined && development !== undefined;
    const viewer = isAnonymous ? undefined : await authenticator.authenticate(authorization);
    const context = createContext(services, { viewer, requestId, isLongLived: false, onOverflow: () => undefined });
    await graphql.handle({ request, response, requestId, viewer }, context);
  }

  private async playground(exchange: Exchange): Promise<void> {
    const isBrowser = exchange.request.headers.accept?.includes('text/html') ?? false;
    if (!isBrowser || !this.parts.assets.send(exchange.response, PLAYGROUND)) refuseMethod(exchange, GRAPHQL, ['POST']);
  }

  private async readiness({ response }: Exchange): Promise<void> {
    const isReady = !this.isDraining && (await this.parts.isReady());
    sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready' });
  }

  private async refuse({ request, response, requestId }: Exchange, error: unknown): Promise<void> {
    // Whoever hangs up in the middle of a request is nobody to answer, and no error of ours.
    if (request.destroyed && !request.complete) {
      this.parts.log.debug({ requestId, err: error }, 'the caller hung up');
      return;
    }
    const masked = maskError(error, requestId, this.parts.log);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const status = statusOf(error);
    if (error instanceof TooManyRequests) response.setHeader('retry-after', error.retryAfterSeconds);
    // A sender that is cut off in the middle of its body may never see the answer.
    if (!request.complete && !(await drained(request))) response.setHeader('connection', 'close');
    if (status === 401) response.setHeader('www-authenticate', 'Bearer');
    sendJson(response, status, { errors: [masked] });
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origins, websocket } = this.parts;
    const path = (request.url ?? '/').split('?', 1)[0];
    const isWelcome = origins.acceptsHost(request.headers) && origins.accepts(request.headers);
    if (path !== GRAPHQL) refuseUpgrade(socket, '404 Not Found');
    else if (this.isDraining) refuseUpgrade(socket, '503 Service Unavailable');
    else if (!isWelcome) refuseUpgrade(socket, '403 Forbidden');
    else if (!websocket.hasRoom()) refuseUpgrade(socket, '503 Service Unavailable');
    else websocket.upgrade(request, socket, head);
  }
}

function refuseMethod({ request, response }: Exchange, path: string, methods: readonly string[]): void {
  response.setHeader('allow', methods.join(', '));
  // Whoever speaks GraphQL looks for errors in its own shape.
  const graphqlErrors = [{ message: 'Send GraphQL by POST.', extensions: { code: 'BAD_USER_INPUT' } }];
  sendJson(response, 405, path === GRAPHQL ? { errors: graphqlErrors } : { error: `${request.method} is not for ${path}.` });
}

function refuseUpgrade(socket: Duplex, status: string): void {
  const retry = status.startsWith('503') ? `retry-after: ${RETRY_SECONDS}\r\n` : '';
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${retry}connection: close\r\ncontent-length: 0\r\n\r\n`);
}
