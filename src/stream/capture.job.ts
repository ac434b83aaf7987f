import type { Capture } from '../domain/capture';
import { MalformedRecord } from '../domain/errors';
import type { Fence } from '../domain/ports';
import { changeOf, type StreamEventName } from '../domain/source-change';
import { passesSourceFilter } from '../domain/source-filter';
import { parseSourceRow } from '../db/source-items';
import { imagesOf } from './images';
import type { StreamJob } from './job';
import { itemLane } from './lanes';
import type { StreamRecord } from './stream-source';

const PARALLEL_ITEMS = 8;

/** Source stream -> which change is it -> who -> notifications. */
export class CaptureJob implements StreamJob {
  readonly name = 'capture';
  readonly parallel = PARALLEL_ITEMS;

  constructor(
    private readonly capture: Capture,
    private readonly stream: string,
    private readonly onCreated: (created: number) => void,
  ) {}

  lane(record: StreamRecord): string {
    return itemLane(record);
  }

  /** It writes to the database that the leases live in. */
  isDownstreamThere(): boolean {
    return true;
  }

  async handle(record: StreamRecord, fence: Fence): Promise<void> {
    if (!passesSourceFilter(record)) return;
    const eventName: StreamEventName | undefined = record.eventName;
    if (!eventName || !record.eventID) throw new TypeError('a stream record without a name or an id');
    const { before, after } = imagesOf(record);
    // A letter that was too large for the table has only its key left; there is nothing to tell from.
    if (!after) throw new MalformedRecord('The record came without its new image.');
    const change = changeOf(eventName, before && parseSourceRow(before), parseSourceRow(after));
    if (!change) return;
    const event = { stream: this.stream, eventId: record.eventID, streamEvent: eventName.toLowerCase() };
    const { created } = await this.capture.capture(event, change, fence);
    if (created > 0) this.onCreated(created);
  }
}
