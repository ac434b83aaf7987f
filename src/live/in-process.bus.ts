import type { LiveEvent } from '../domain/live-event';
import type { LiveBus, Unsubscribe } from '../domain/ports';
import { Topics } from './topics';

/** For one instance, where nothing ever gets lost on the way. */
export class InProcessBus implements LiveBus {
  private readonly topics = new Topics();
  private readonly mapListeners = new Set<(productId: string) => void>();

  async publish(user: string, event: LiveEvent): Promise<void> {
    this.topics.tell(user, event);
  }

  async subscribe(user: string, onEvent: (event: LiveEvent) => void, onGap?: (since: number) => void): Promise<Unsubscribe> {
    const listener = { onEvent, onGap };
    this.topics.add(user, listener);
    return () => this.topics.remove(user, listener);
  }

  async publishMapChange(productId: string): Promise<void> {
    for (const listener of this.mapListeners) listener(productId);
  }

  onMapChange(listener: (productId: string) => void): Unsubscribe {
    this.mapListeners.add(listener);
    return () => this.mapListeners.delete(listener);
  }

  isUp(): boolean {
    return true;
  }

  async stop(): Promise<void> {
    this.topics.clear();
    this.mapListeners.clear();
  }
}
