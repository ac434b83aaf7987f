import { liveEventOf, type LiveEventKind } from '../domain/live-event';
import type { LiveBus } from '../domain/ports';
import { parseMapEntry, parseNotification } from '../db/items';
import { imagesOf } from './images';
import type { StreamJob } from './job';
import type { StreamRecord } from './stream-source';

/** Notification stream -> the user's topic. Whoever wrote the table, the bell rings. */
export class PublishJob implements StreamJob {
  readonly name = 'publish';
  /** A user's devices must hear things in the order they happened. */
  readonly parallel = 1;

  constructor(
    private readonly bus: LiveBus,
    private readonly onPublished: (kind: LiveEventKind) => void,
  ) {}

  async handle(record: StreamRecord): Promise<void> {
    const { before, after } = imagesOf(record);
    const mapEntry = parseMapEntry(after ?? before ?? {});
    if (mapEntry) {
      await this.bus.publishMapChange(mapEntry.productId);
      return;
    }
    const event = liveEventOf(before && parseNotification(before), after && parseNotification(after));
    if (!event) return;
    await this.bus.publish(event.notification.user, event);
    this.onPublished(event.kind);
  }
}
