import { randomUUID } from 'node:crypto';

import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { MessageType } from 'graphql-ws';

import { Feed, type Tell } from '../domain/feed';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import { maskError } from './errors';
import type { Peer } from './peer';

// Types and not interfaces: graphql-ws asks for an index signature, which only a type has implicitly.
type Executed = { data?: Record<string, unknown> | null | undefined; errors?: readonly GraphQLError[] | undefined };
type Result = { data: Record<string, unknown> | null; errors?: readonly GraphQLFormattedError[] };

const OVER: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** What is sent to subscribers: results, masked and counted, as messages of the protocol. */
export class Pushes {
  private written: { readonly result: ExecutionResult | undefined; readonly text: string } = { result: undefined, text: '' };

  constructor(
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {}

  /** For the protocol to go over: whatever the feed brings has gone to the peer already. */
  pipe(feed: Feed<ExecutionResult>, peer: Peer, id: string, context: unknown): AsyncIterableIterator<never> {
    const head = `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`;
    return new Piped(feed, (result) => {
      // A peer that is closing is sent nothing.
      if (peer.closeIfExpired()) return undefined;
      this.metrics.pushed();
      return peer.send(`${head}${this.textOf(result, context)}}`);
    });
  }

  masked({ errors, data = null }: Executed, context: unknown): Result {
    return errors ? { data, errors: errors.map((error) => this.mask(error, context)) } : { data };
  }

  mask(error: unknown, context: unknown): GraphQLFormattedError {
    const requestId = typeof context === 'object' && context && 'requestId' in context ? String(context.requestId) : randomUUID();
    return maskError(error, requestId, this.log);
  }

  /** A result that is told to many is written once. */
  private textOf(result: ExecutionResult, context: unknown): string {
    if (this.written.result !== result) this.written = { result, text: JSON.stringify(this.masked(result, context)) };
    return this.written.text;
  }
}

/**
 * What the protocol's loop goes over: nothing, for as long as the feed lasts. Results go straight to the peer, since the
 * half dozen promises that the loop makes of each cost more than executing it.
 */
class Piped implements AsyncIterableIterator<never> {
  constructor(
    private readonly feed: Feed<ExecutionResult>,
    private readonly push: Tell<ExecutionResult>,
  ) {}

  next(): Promise<IteratorResult<never>> {
    return this.feed.pipe(this.push).then(() => OVER);
  }

  async return(): Promise<IteratorResult<never>> {
    this.feed.close();
    return OVER;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** What our executor makes of every subscription. */
export function isFeed(result: unknown): result is Feed<ExecutionResult> {
  return result instanceof Feed;
}
