import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface GraphQLAnswer<T> {
  readonly data?: T | null;
  readonly errors?: readonly { message: string; path?: (string | number)[]; extensions?: { code?: string; requestId?: string } }[];
}

/** Talks to a server as a front end would: POST for operations, graphql-transport-ws for subscriptions. */
export class GraphQLClient {
  private readonly sockets: Client[] = [];

  constructor(
    private readonly url: URL,
    readonly token: string,
  ) {}

  async raw<T>(query: string, variables: Record<string, unknown> = {}): Promise<GraphQLAnswer<T>> {
    const response = await fetch(new URL('/graphql', this.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphQLAnswer<T>;
  }

  async query<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const { data, errors } = await this.raw<T>(query, variables);
    if (errors || !data) throw new Error(`unexpected errors: ${JSON.stringify(errors)}`);
    return data;
  }

  /** The code of the one error that the operation is expected to give. */
  async errorCode(query: string, variables: Record<string, unknown> = {}): Promise<string | undefined> {
    const { errors } = await this.raw(query, variables);
    return errors?.[0]?.extensions?.code;
  }

  /** Resolves once the server has acknowledged the connection. Every subscription has a socket of its own. */
  async subscribe<T>(query: string, variables: Record<string, unknown> = {}): Promise<Subscription<T>> {
    const subscription = new Subscription<T>();
    const client = createClient({
      url: new URL('/graphql', this.url.href.replace(/^http/, 'ws')).href,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${this.token}` },
      retryAttempts: 0,
      lazy: true,
      on: { closed: (event) => subscription.closed(event) },
    });
    this.sockets.push(client);
    const acknowledged = new Promise<void>((resolve) => client.on('connected', () => resolve()));
    subscription.unsubscribe = client.subscribe<T>(
      { query, variables },
      { next: ({ data, errors }) => subscription.push(errors ? { errors } : { data }), error: (error) => subscription.fail(error), complete: () => subscription.end() },
    );
    await Promise.race([acknowledged, subscription.whenClosed]);
    return subscription;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) await socket.dispose();
  }
}

type Received<T> = { data?: T | null | undefined; errors?: readonly unknown[] };

/** Queues what arrives, so that a test awaits messages and never sleeps. */
export class Subscription<T> {
  readonly received: Received<T>[] = [];
  unsubscribe: () => void = () => undefined;
  closeCode: number | undefined;
  private readonly waiting: (() => void)[] = [];
  private read = 0;
  private markClosed: () => void = () => undefined;
  readonly whenClosed = new Promise<void>((resolve) => (this.markClosed = resolve));

  push(message: Received<T>): void {
    this.received.push(message);
    this.wake();
  }

  fail(error: unknown): void {
    this.push({ errors: Array.isArray(error) ? error : [error] });
  }

  end(): void {
    this.wake();
  }

  closed(event: unknown): void {
    this.closeCode = typeof event === 'object' && event && 'code' in event ? Number(event.code) : undefined;
    this.markClosed();
    this.wake();
  }

  /** The next message that no earlier call took. */
  async next(): Promise<T> {
    while (this.read >= this.received.length) {
      if (this.closeCode !== undefined) throw new Error(`the socket was closed with ${this.closeCode}`);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    const message = this.received[this.read];
    this.read += 1;
    if (!message?.data) throw new Error(`unexpected errors: ${JSON.stringify(message?.errors)}`);
    return message.data;
  }

  async take(count: number): Promise<T[]> {
    const taken: T[] = [];
    while (taken.length < count) taken.push(await this.next());
    return taken;
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}
