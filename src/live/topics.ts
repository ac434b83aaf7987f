import type { LiveEvent } from '../domain/live-event';

export interface Listener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onGap: ((since: number) => void) | undefined;
}

/** Who on this instance listens to whom: a topic per user, gone with its last listener. */
export class Topics {
  private readonly listeners = new Map<string, Set<Listener>>();

  users(): string[] {
    return [...this.listeners.keys()];
  }

  has(user: string): boolean {
    return this.listeners.has(user);
  }

  add(user: string, listener: Listener): void {
    const topic = this.listeners.get(user) ?? new Set();
    topic.add(listener);
    this.listeners.set(user, topic);
  }

  /** True if that was the user's last. */
  remove(user: string, listener: Listener): boolean {
    const topic = this.listeners.get(user);
    if (!topic?.delete(listener) || topic.size > 0) return false;
    this.listeners.delete(user);
    return true;
  }

  tell(user: string, event: LiveEvent): void {
    for (const { onEvent } of this.listeners.get(user) ?? []) onEvent(event);
  }

  tellGap(since: number): void {
    for (const topic of this.listeners.values()) for (const { onGap } of topic) onGap?.(since);
  }

  clear(): void {
    this.listeners.clear();
  }
}
