import { Redis, type RedisOptions } from 'ioredis';

import { Unavailable } from '../domain/errors';
import type { LiveEvent } from '../domain/live-event';
import type { LiveBus, Unsubscribe } from '../domain/ports';
import type { Logger } from '../observability/logger';
import { eventFromJson, eventToJson } from './event-json';
import { Topics } from './topics';

/** Nothing is queued or sent again behind our back: the publisher holds on to its event, the listener reads the table. */
const OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  commandTimeout: 2_000,
  retryStrategy: (times: number) => Math.min(1_000, 50 * 2 ** Math.min(times, 5)) * (0.5 + Math.random() / 2),
} satisfies RedisOptions;
/** A peer that vanished without a word is noticed after this. */
const HEARTBEAT_MILLIS = 5_000;
const CHANNELS_AT_ONCE = 1_000;

interface Parts {
  readonly url: string;
  /** Two deployments may share one Redis. */
  readonly namespace: string;
  readonly now: () => number;
  readonly log: Logger;
}

/** Across instances: a channel per user, and an instance listens to the channels of the users it serves, no others. */
export class RedisBus implements LiveBus {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly topics = new Topics();
  private readonly pending = new Map<string, Promise<void>>();
  private readonly mapListeners = new Set<(productId: string) => void>();
  private readonly heartbeat: NodeJS.Timeout;
  private lastHeardAt: number;
  /** A connection that hangs calls itself ready until the other end has closed it, which may never happen. */
  private isPublisherHung = false;
  /** Since when events may be missing; undefined while every channel is listened to. */
  private awaySince: number | undefined;

  private constructor(private readonly parts: Parts) {
    this.publisher = new Redis(parts.url, OPTIONS);
    this.subscriber = new Redis(parts.url, OPTIONS);
    this.lastHeardAt = this.awaySince = parts.now();
    for (const client of [this.publisher, this.subscriber]) {
      // Without a listener the client writes to the console. Every failure is followed by a 'close' or told to a caller.
      client.on('error', (error: Error) => parts.log.debug({ err: error }, 'redis error'));
    }
    this.publisher.on('ready', () => (this.isPublisherHung = false));
    this.subscriber.on('ready', () => void this.listenAgain());
    this.subscriber.on('close', () => this.lose());
    this.subscriber.on('message', (channel: string, text: string) => this.receive(channel, text));
    this.heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MILLIS).unref();
  }

  /** Comes back also where Redis cannot be reached yet: it goes on trying. */
  static async connect(parts: Parts): Promise<RedisBus> {
    const bus = new RedisBus(parts);
    const results = await Promise.allSettled([bus.publisher.connect(), bus.subscriber.connect()]);
    if (results.some(({ status }) => status === 'rejected')) parts.log.warn('Redis cannot be reached; pushes wait for it');
    return bus;
  }

  async publish(user: string, event: LiveEvent): Promise<void> {
    await this.send(this.userChannel(user), eventToJson(event));
  }

  async subscribe(user: string, onEvent: (event: LiveEvent) => void, onGap?: (since: number) => void): Promise<Unsubscribe> {
    const listener = { onEvent, onGap };
    const isFirst = !this.topics.has(user);
    this.topics.add(user, listener);
    if (isFirst) this.pending.set(user, this.listenTo(user));
    await this.pending.get(user);
    return () => {
      if (!this.topics.remove(user, listener)) return;
      this.pending.delete(user);
      this.subscriber.unsubscribe(this.userChannel(user)).catch(ignoreAway);
    };
  }

  async publishMapChange(productId: string): Promise<void> {
    await this.send(this.mapChannel(), productId);
  }

  onMapChange(listener: (productId: string) => void): Unsubscribe {
    this.mapListeners.add(listener);
    return () => this.mapListeners.delete(listener);
  }

  isUp(): boolean {
    return this.publisher.status === 'ready' && !this.isPublisherHung;
  }

  async stop(): Promise<void> {
    clearInterval(this.heartbeat);
    this.topics.clear();
    this.mapListeners.clear();
    this.subscriber.removeAllListeners('close');
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  private async send(channel: string, text: string): Promise<void> {
    try {
      await this.publisher.publish(channel, text);
    } catch (error) {
      // The publisher's shard waits until a new connection stands.
      if (this.isUp()) {
        this.isPublisherHung = true;
        this.publisher.disconnect(true);
      }
      throw new Unavailable('The other instances cannot be reached right now.', { cause: error });
    }
  }

  /** Where Redis is away, the channel is listened to as soon as it is back, and the listener told of the gap. */
  private async listenTo(user: string): Promise<void> {
    await this.subscriber.subscribe(this.userChannel(user)).catch(ignoreAway);
  }

  private async listenAgain(): Promise<void> {
    const channels = [this.mapChannel(), ...this.topics.users().map((user) => this.userChannel(user))];
    try {
      for (let start = 0; start < channels.length; start += CHANNELS_AT_ONCE) {
        await this.subscriber.subscribe(...channels.slice(start, start + CHANNELS_AT_ONCE));
      }
    } catch (error) {
      this.parts.log.warn({ err: error }, 'listening again failed; connecting anew');
      this.subscriber.disconnect(true);
      return;
    }
    const since = this.awaySince;
    this.awaySince = undefined;
    if (since === undefined) return;
    this.parts.log.info({ since: new Date(since).toISOString(), channels: channels.length }, 'listening to Redis');
    this.topics.tellGap(since);
  }

  private lose(): void {
    if (this.awaySince !== undefined) return;
    this.awaySince = this.lastHeardAt;
    this.parts.log.warn('the connection to Redis was lost; pushes wait for it');
  }

  private async beat(): Promise<void> {
    if (this.subscriber.status !== 'ready') return;
    const sentAt = this.parts.now();
    await this.subscriber.ping().then(
      () => (this.lastHeardAt = sentAt),
      () => this.subscriber.disconnect(true),
    );
  }

  private receive(channel: string, text: string): void {
    if (channel === this.mapChannel()) {
      for (const listener of this.mapListeners) listener(text);
      return;
    }
    try {
      this.topics.tell(channel.slice(this.userChannel('').length), eventFromJson(text));
    } catch (error) {
      this.parts.log.error({ channel, err: error }, 'a message that no instance should send');
    }
  }

  private userChannel(user: string): string {
    return `sino:${this.parts.namespace}:user:${user}`;
  }

  private mapChannel(): string {
    return `sino:${this.parts.namespace}:map`;
  }
}

/** The connection is going or gone: its 'close' and the next 'ready' put everything right. */
function ignoreAway(): void {
  // Nothing to do.
}
