import fc from 'fast-check';

import { parseNotification } from '../../../src/db/items';
import { parseSourceRow } from '../../../src/db/source-items';
import { MalformedRecord } from '../../../src/domain/errors';
import { changeOf, type SourceRow } from '../../../src/domain/source-change';

const words = fc.constantFrom('LATEST', 'score', 'ALL', 'ALE', 'DEV', 'dev', 'PRRCON38', 'sandboxsre', '', ' ', 'true', 'FALSE', '#');
const key = fc.oneof(fc.array(fc.oneof(words, fc.string()), { maxLength: 5 }).map((parts) => parts.join('#')), fc.string({ unit: 'binary' }), fc.anything());
const value = fc.oneof(
  words, fc.boolean(), fc.double(), fc.integer(), fc.constantFrom(null, undefined, 12_300_000_000_000_000, '2022-04-15T05:20:00Z', '1e309', 'NaN', new Set(['a'])),
  fc.date({ noInvalidDate: false }).map(String), fc.uint8Array(), fc.anything(),
);
const row = fc.record(
  {
    cod_chav_patc: key, cod_chav_filg: key, cod_chav_filg_locl: key, entity: value, compliant: value, pillar: value, resource: value,
    score: value, event_time: value, validation_time: value,
  },
  { requiredKeys: [] },
);

function parsed(item: Record<string, unknown>): SourceRow | 'malformed' | undefined {
  try {
    return parseSourceRow(item);
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedRecord);
    return 'malformed';
  }
}

describe('A row of the source, whatever is in it', () => {
  it('is understood, ignored, or called malformed; and what is understood makes sense', () => {
    fc.assert(
      fc.property(fc.constantFrom('INSERT' as const, 'MODIFY' as const, 'REMOVE' as const), row, row, (event, before, after) => {
        const [old, young] = [parsed(before), parsed(after)];
        if (old === 'malformed' || young === 'malformed') return;
        const change = changeOf(event, old, young);
        if (!change) return;
        expect(change.productId).not.toMatch(/#|^\s*$/);
        expect(change.occurredAt?.getTime()).not.toBeNaN();
        if (change.type === 'score') expect(Number.isFinite(change.newScore)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('or an item of our own table that something else wrote, never stops a list', () => {
    const item = fc.record(
      {
        cod_chav_patc: key, cod_ordenar_chav: fc.oneof(fc.constant('all#1700000000000000000'), key), status_ordenar: value, tipo_ordenar: value,
        event_type: fc.oneof(fc.constantFrom('question', 'score'), value), product_id: value, env: value, question: value, new_score: value,
        old_score: value, support_groups: value, written_at: value, ttl: value, read_at: value, occurred_at: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(item, (made) => void parseNotification(made)), { numRuns: 3_000 });
  });
});
