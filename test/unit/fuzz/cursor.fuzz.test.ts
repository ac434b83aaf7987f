import fc from 'fast-check';

import { decodeCursor, encodeCursor } from '../../../src/db/cursor';
import { BadInput } from '../../../src/domain/errors';
import { momentOf } from '../../../src/domain/moment';
import type { ListFilter } from '../../../src/domain/ports';

const filter: fc.Arbitrary<ListFilter> = fc.record({
  status: fc.constantFrom('all' as const, 'unread' as const, 'read' as const),
  type: fc.constantFrom(undefined, 'question' as const, 'score' as const),
});
const user = fc.oneof(fc.constantFrom('ana', 'bruno', 'notificationmap'), fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }));
const moment = fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n }).map(momentOf);
const encoded = (value: unknown) => Buffer.from(JSON.stringify([value]).slice(1, -1)).toString('base64url');

const key = fc.oneof(
  fc.dictionary(fc.constantFrom('cod_chav_patc', 'cod_ordenar_chav', 'status_ordenar', 'tipo_ordenar', '__proto__', 'x'), fc.oneof(fc.string(), fc.constantFrom('ana', 'all#1700000000000000000', 'unread#1700000000000000000'), fc.integer(), fc.constant(null))),
  fc.anything(),
);

/** From plain noise to what is almost right. */
const forged = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.base64String(),
  fc.anything().map(encoded),
  fc.tuple(fc.oneof(fc.constant(1), fc.anything()), fc.oneof(fc.constantFrom('all', 'unread', 'read:score'), fc.anything()), key).map(encoded),
  fc.tuple(user, filter, moment, fc.nat(), fc.string({ minLength: 1, maxLength: 1 })).map(([owner, list, at, position, letter]) => {
    const text = encodeCursor(owner, list, at);
    return text.slice(0, position % text.length) + letter + text.slice((position % text.length) + 1);
  }),
  fc.tuple(user, filter, moment).map(([owner, list, at]) => encodeCursor(owner, list, at)),
);

describe('A cursor', () => {
  it('made of anything is refused with a reason, or is one that this very list of this very user could have made', () => {
    let refused = 0;
    fc.assert(
      fc.property(forged, user, filter, (text, viewer, list) => {
        try {
          const at = decodeCursor(text, viewer, list);
          expect(text).toBe(encodeCursor(viewer, list, at));
        } catch (error) {
          refused += 1;
          expect(error).toBeInstanceOf(BadInput);
        }
      }),
      { numRuns: 12_000 },
    );
    expect(refused).toBeGreaterThan(10_000);
  });

  it('of one user is of no use to another, nor in another list', () => {
    fc.assert(
      fc.property(user, user, filter, filter, moment, (owner, viewer, list, other, at) => {
        const text = encodeCursor(owner, list, at);
        const isOwn = owner === viewer && list.status === other.status && list.type === other.type;
        if (isOwn) expect(decodeCursor(text, viewer, other)).toBe(at);
        else expect(() => decodeCursor(text, viewer, other)).toThrow(BadInput);
      }),
      { numRuns: 3_000 },
    );
  });
});
