import { liveEventOf, type LiveEventKind } from '../domain/live-event';
import type { Fence, LiveBus } from '../domain/ports';
import { parseMapEntry, parseNotification } from '../db/items';
import { sequenceNumberOf } from './batch';
import { imagesOf } from './images';
import type { StreamJob } from './job';
import { itemLane } from './lanes';
import type { StreamRecord } from './stream-source';

/** Notification stream -> the user's topic. Whoever wrote the table, the bell rings. */
export class PublishJob implements StreamJob {
  readonly name = 'publish';
  readonly parallel = 16;

  constructor(
    private readonly bus: LiveBus,
    private readonly onPublished: (kind: LiveEventKind) => void,
  ) {}

  /** A user's devices must hear things in the order they happened. */
  lane(record: StreamRecord): string {
    return record.dynamodb?.Keys?.cod_chav_patc?.S ?? itemLane(record);
  }

  isDownstreamThere(): boolean {
    return this.bus.isUp();
  }

  async handle(record: StreamRecord, fence: Fence): Promise<void> {
    const { before, after } = imagesOf(record);
    const mapEntry = parseMapEntry(after ?? before ?? {});
    if (mapEntry) {
      await this.bus.publishMapChange(mapEntry.productId);
      return;
    }
    const event = liveEventOf(before && parseNotification(before), after && parseNotification(after));
    if (!event) return;
    fence();
    await this.bus.publish(event.notification.user, { ...event, sequenceNumber: sequenceNumberOf(record) });
    this.onPublished(event.kind);
  }
}
