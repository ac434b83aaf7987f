import { Capture } from '../../../src/domain/capture';
import { createMomentClock } from '../../../src/domain/moment';
import type { LedgerEntry, NewNotification } from '../../../src/domain/ports';
import { recipientsOf, type Recipient } from '../../../src/domain/recipients';
import { RecipientCache } from '../../../src/domain/recipient-cache';

const change = { type: 'question', productId: 'p', questionId: 'q', env: 'dev', pillar: undefined, occurredAt: undefined } as const;
const event = { stream: 's', eventId: 'e1', streamEvent: 'insert' };

function rig(recipients: Recipient[], mostAtOnce = 0) {
  const ledger = new Map<string, LedgerEntry>();
  const drafts: NewNotification[] = [];
  let isBroken = false;
  const capture = new Capture({
    recipientsOf: async () => recipients,
    clock: createMomentClock(),
    ledger: {
      open: async ({ eventId }, entry) => {
        const earlier = ledger.get(eventId);
        if (!earlier) ledger.set(eventId, entry);
        return earlier ?? entry;
      },
      close: async ({ eventId }) => {
        const entry = ledger.get(eventId);
        if (entry) ledger.set(eventId, { ...entry, state: 'done' });
      },
    },
    writer: {
      create: async (draft) => {
        drafts.push(draft);
        if (isBroken) throw new Error('cut off in the middle');
        return recipients.length;
      },
      mostAtOnce,
      createAtOnce: async ({ eventId }, draft) => {
        if (isBroken) throw new Error('cut off before it began');
        const known = ledger.get(eventId);
        if (known) return { known };
        drafts.push(draft);
        ledger.set(eventId, { state: 'done', moment: draft.moment });
        return { created: recipients.length };
      },
    },
  });
  return { capture, drafts, recipients, breakDown: (broken: boolean) => (isBroken = broken) };
}

const free = () => undefined;

describe('Capturing a change', () => {
  it('does nothing for an event that was done before', async () => {
    const { capture, drafts } = rig([{ user: 'ana', supportGroups: ['sre'] }]);
    expect(await capture.capture(event, change, free)).toEqual({ outcome: 'created', created: 1 });
    expect(await capture.capture(event, change, free)).toEqual({ outcome: 'replayed', created: 0 });
    expect(drafts).toHaveLength(1);
  });

  it('writes few in one go, with the entry that says so, and does not do it again', async () => {
    const { capture, drafts, breakDown } = rig([{ user: 'ana', supportGroups: ['sre'] }], 1);
    breakDown(true);
    await expect(capture.capture(event, change, free)).rejects.toThrow('before it began');
    breakDown(false);
    expect(await capture.capture(event, change, free)).toEqual({ outcome: 'created', created: 1 });
    expect(await capture.capture(event, change, free)).toEqual({ outcome: 'replayed', created: 0 });
    expect(drafts).toHaveLength(1);
  });

  it('goes on with what was begun for many, also when few are left', async () => {
    const { capture, drafts, breakDown, recipients } = rig([{ user: 'ana', supportGroups: ['sre'] }, { user: 'bob', supportGroups: ['sre'] }], 1);
    breakDown(true);
    await expect(capture.capture(event, change, free)).rejects.toThrow('cut off');
    breakDown(false);
    recipients.pop();
    expect(await capture.capture(event, change, free)).toEqual({ outcome: 'replayed', created: 1 });
    expect(drafts[1]?.moment).toBe(drafts[0]?.moment);
  });

  it('goes on with the same moment after it was cut off', async () => {
    const { capture, drafts, breakDown } = rig([{ user: 'ana', supportGroups: ['sre'] }]);
    breakDown(true);
    await expect(capture.capture(event, change, free)).rejects.toThrow('cut off');
    breakDown(false);
    await capture.capture(event, change, free);
    expect(drafts[1]?.moment).toBe(drafts[0]?.moment);
  });

  it('does not tell those who joined the map after an event that concerned nobody', async () => {
    const { capture, drafts, recipients } = rig([]);
    expect(await capture.capture(event, change, free)).toEqual({ outcome: 'nobody', created: 0 });
    recipients.push({ user: 'late', supportGroups: ['sre'] });
    await capture.capture(event, change, free);
    expect(drafts).toEqual([]);
  });

  it('writes nothing once the fence is shut', async () => {
    const { capture, drafts } = rig([{ user: 'ana', supportGroups: ['sre'] }]);
    const shut = () => {
      throw new Error('lease lost');
    };
    await expect(capture.capture(event, change, shut)).rejects.toThrow('lease lost');
    expect(drafts).toEqual([]);
  });
});

describe('Recipients', () => {
  it('are one per user, with every group that names them', () => {
    const entries = [
      { productId: 'p', supportGroup: 'a', users: ['ana', 'ana', 'bob'] },
      { productId: 'p', supportGroup: 'b', users: ['ana'] },
    ];
    expect(recipientsOf(entries)).toEqual([{ user: 'ana', supportGroups: ['a', 'b'] }, { user: 'bob', supportGroups: ['a'] }]);
  });

  it('are read once a while, again when the map changes, and again after a failure', async () => {
    let now = 0;
    const entriesOf = jest.fn(async () => [{ productId: 'p', supportGroup: 'a', users: ['ana'] }]);
    const cache = new RecipientCache({ entriesOf }, () => now);
    await cache.recipientsOf('p');
    await cache.recipientsOf('p');
    expect(entriesOf).toHaveBeenCalledTimes(1);
    cache.forget('p');
    await cache.recipientsOf('p');
    now = 1_000;
    await cache.recipientsOf('p');
    expect(entriesOf).toHaveBeenCalledTimes(3);
    cache.forget('p');
    entriesOf.mockRejectedValueOnce(new Error('away'));
    await expect(cache.recipientsOf('p')).rejects.toThrow('away');
    await expect(cache.recipientsOf('p')).resolves.toHaveLength(1);
  });
});
