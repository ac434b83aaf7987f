import { parseSourceRow, sourceTime } from '../../../src/db/source-items';
import { MalformedRecord } from '../../../src/domain/errors';
import { changeOf, type StreamEventName } from '../../../src/domain/source-change';

const question = (attributes: object, key = 'PRRCON38#dev#LATEST') => ({ cod_chav_patc: 'sandboxsre', cod_chav_filg: key, ...attributes });
const score = (value: unknown, key = 'DEV#ALL#LATEST') => ({ cod_chav_patc: 'score#sandboxsre', cod_chav_filg: key, score: value });

function changeFor(event: StreamEventName, before: object | undefined, after: object | undefined) {
  return changeOf(event, before && parseSourceRow({ ...before }), after && parseSourceRow({ ...after }));
}

describe('A question', () => {
  it.each([
    ['is news when it is new and pending', 'INSERT', undefined, { compliant: false }, true],
    ['is no news when it is new and compliant', 'INSERT', undefined, { compliant: true }, false],
    ['is news when it turns from compliant to pending', 'MODIFY', { compliant: true }, { compliant: false }, true],
    ['is no news while it stays pending', 'MODIFY', { compliant: false }, { compliant: false }, false],
    ['is no news when it turns compliant', 'MODIFY', { compliant: false }, { compliant: true }, false],
    ['is understood with booleans as text in any case', 'MODIFY', { compliant: 'TRUE' }, { compliant: ' False ' }, true],
    ['is no news without an answer', 'INSERT', undefined, {}, false],
  ] as const)('%s', (_name, event, before, after, isNews) => {
    const change = changeFor(event, before && question(before), question(after));
    expect(change).toEqual(isNews ? expect.objectContaining({ type: 'question', productId: 'sandboxsre', questionId: 'PRRCON38', env: 'dev' }) : undefined);
  });

  it('is no news when it is deleted', () => {
    expect(changeFor('REMOVE', question({ compliant: false }), undefined)).toBeUndefined();
  });

  it('is looked at in its latest row only', () => {
    expect(changeFor('INSERT', undefined, question({ compliant: false }, 'PRRCON38#dev#2022-04-26'))).toBeUndefined();
  });

  it.each([
    ['an answer that is neither yes nor no', question({ compliant: 'perhaps' })],
    ['a key with too few parts', question({ compliant: false }, 'PRRCON38#LATEST')],
    ['a key with too many parts', question({ compliant: false }, 'A#B#C#LATEST')],
    ['a product with a separator in its name', { ...question({ compliant: false }), cod_chav_patc: 'a#b' }],
    ['no product at all', { ...question({ compliant: false }), cod_chav_patc: '' }],
  ])('makes no sense with %s', (_what, row) => {
    expect(() => changeFor('INSERT', undefined, row)).toThrow(MalformedRecord);
  });
});

describe('A score', () => {
  it.each([
    ['is news when it really changed', 'MODIFY', score(24), score(25), true],
    ['is no news when it did not', 'MODIFY', score(24), score('24'), false],
    ['is no news when it is new', 'INSERT', undefined, score(24), false],
    ['is no news for the aggregate of all environments', 'MODIFY', score(1, 'ALE#ALL#LATEST'), score(2, 'ALE#ALL#LATEST'), false],
    ['is no news for a pillar that only looks like all of them', 'MODIFY', score(1, 'DEV#all#LATEST'), score(2, 'DEV#all#LATEST'), false],
    ['is no news for a single pillar', 'MODIFY', score(1, 'DEV#REL#LATEST'), score(2, 'DEV#REL#LATEST'), false],
  ] as const)('%s', (_name, event, before, after, isNews) => {
    expect(changeFor(event, before, after)).toEqual(
      isNews ? expect.objectContaining({ type: 'score', productId: 'sandboxsre', env: 'dev', oldScore: 24, newScore: 25 }) : undefined,
    );
  });

  it('is news when an environment gets its first one', () => {
    expect(changeFor('MODIFY', score(undefined), score(80))).toMatchObject({ oldScore: undefined, newScore: 80 });
  });

  it('makes no sense when it is no number', () => {
    expect(() => changeFor('MODIFY', score(1), score('high'))).toThrow(MalformedRecord);
    expect(() => changeFor('MODIFY', score(1), score(undefined))).toThrow(MalformedRecord);
  });
});

describe('A time of the source', () => {
  it.each([
    [1_650_000_000, '2022-04-15T05:20:00.000Z'], [1_650_000_000_123, '2022-04-15T05:20:00.123Z'],
    [1_650_000_000_123_456, '2022-04-15T05:20:00.123Z'], [1_650_000_000_123 * 1e6, '2022-04-15T05:20:00.123Z'],
    ['1650000000', '2022-04-15T05:20:00.000Z'], ['2022-04-15T05:20:00Z', '2022-04-15T05:20:00.000Z'],
    ['soon', undefined], [-5, undefined], [undefined, undefined], [{}, undefined],
  ])('%p is %p', (value, expected) => {
    expect(sourceTime(value)?.toISOString()).toBe(expected);
  });
});
