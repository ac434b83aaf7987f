import type { LiveEvent } from '../domain/live-event';
import type { LiveBus, Unsubscribe } from '../domain/ports';

type Listener = (event: LiveEvent) => void;

/** For one instance: a topic per user, gone with its last listener. */
export class InProcessBus implements LiveBus {
  private readonly topics = new Map<string, Set<Listener>>();
  private readonly mapListeners = new Set<(productId: string) => void>();

  async publish(user: string, event: LiveEvent): Promise<void> {
    for (const listener of this.topics.get(user) ?? []) listener(event);
  }

  async subscribe(user: string, listener: Listener): Promise<Unsubscribe> {
    const topic = this.topics.get(user) ?? new Set();
    topic.add(listener);
    this.topics.set(user, topic);
    return () => {
      topic.delete(listener);
      if (topic.size === 0 && this.topics.get(user) === topic) this.topics.delete(user);
    };
  }

  async publishMapChange(productId: string): Promise<void> {
    for (const listener of this.mapListeners) listener(productId);
  }

  onMapChange(listener: (productId: string) => void): Unsubscribe {
    this.mapListeners.add(listener);
    return () => this.mapListeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.topics.clear();
    this.mapListeners.clear();
  }
}
