import type { Moment, MomentClock } from './moment';
import type { Fence, Ledger, NotificationWriter, SourceEventRef } from './ports';
import type { Recipient } from './recipients';
import type { SourceChange } from './source-change';

export interface CaptureResult {
  readonly outcome: 'created' | 'replayed' | 'nobody';
  readonly created: number;
}

interface Parts {
  readonly ledger: Ledger;
  readonly writer: NotificationWriter;
  readonly recipientsOf: (productId: string) => Promise<readonly Recipient[]>;
  readonly clock: MomentClock;
}

/** Turns one change of the source into one notification per interested user, exactly once however often it is told. */
export class Capture {
  constructor(private readonly parts: Parts) {}

  async capture(
    event: SourceEventRef & { readonly streamEvent: string },
    change: SourceChange,
    fence: Fence,
  ): Promise<CaptureResult> {
    const { ledger, writer, recipientsOf, clock } = this.parts;
    const recipients = await recipientsOf(change.productId);
    fence();
    const mine = clock();
    const draftAt = (moment: Moment) => ({ change, eventId: event.eventId, streamEvent: event.streamEvent, moment });
    if (recipients.length > 0 && recipients.length <= writer.mostAtOnce) {
      const result = await writer.createAtOnce(event, draftAt(mine), recipients, fence);
      if ('created' in result) return { outcome: 'created', created: result.created };
      if (result.known.state === 'done') return { outcome: 'replayed', created: 0 };
    }
    // An event that concerned nobody is closed too: a replay must not tell those who joined the map since.
    const state = recipients.length === 0 ? 'done' : 'started';
    const entry = await ledger.open(event, { state, moment: mine });
    if (recipients.length === 0) return { outcome: 'nobody', created: 0 };
    if (entry.state === 'done') return { outcome: 'replayed', created: 0 };

    const created = await writer.create(draftAt(entry.moment), recipients, fence);
    fence();
    await ledger.close(event);
    return { outcome: entry.moment === mine ? 'created' : 'replayed', created };
  }
}
