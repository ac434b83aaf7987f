import { convertToAttr, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';

import { answerOf } from '../../../../src/db/lean/answer';
import { decodeItem } from '../../../../src/db/lean/decode';
import { encodeItem } from '../../../../src/db/lean/encode';
import { MARSHALL_OPTIONS, UNMARSHALL_OPTIONS } from '../../../../src/db/marshalling';

const text = fc.string({ unit: 'binary' });
const number = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }));
const bytes = fc.uint8Array({ maxLength: 20 });
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text, number, fc.bigInt(), fc.boolean(), fc.constant(null), fc.constant(undefined), bytes,
    fc.array(text, { minLength: 1 }).map((entries) => new Set(entries)),
    fc.array(number, { minLength: 1 }).map((entries) => new Set(entries)),
    fc.array(tie('value')),
    fc.dictionary(attributeName(), tie('value')),
    fc.dictionary(attributeName(), tie('value')).map((entries) => new Map(Object.entries(entries))),
  ),
}));
const item = fc.dictionary(attributeName(), value);

function attributeName() {
  return text.filter((name) => name !== '__proto__');
}

/** What the SDK sends: its typed values as JSON, with bytes in base64. */
function stockJson(value: object): unknown {
  const { M } = convertToAttr(value, MARSHALL_OPTIONS) as { M: unknown };
  return JSON.parse(JSON.stringify(M, (_name, entry: unknown) => (entry instanceof Uint8Array ? Buffer.from(entry).toString('base64') : entry)));
}

function pageOf(...items: Record<string, unknown>[]): string {
  return `{"Count":${items.length},"Items":[${items.map((value) => encodeItem(value)).join(',')}],"LastEvaluatedKey":{"key":{"S":"last"}},"ConsumedCapacity":{"CapacityUnits":0.5}}`;
}

describe('The lean codec', () => {
  it('writes what the stock one writes', () => {
    fc.assert(fc.property(item, (value) => {
      expect(JSON.parse(encodeItem(value))).toEqual(stockJson(value));
    }));
  });

  it('reads what the stock one reads', () => {
    fc.assert(fc.property(item, (value) => {
      const stock = convertToAttr(value, MARSHALL_OPTIONS) as { M: Parameters<typeof unmarshall>[0] };
      const expected = unmarshall(stock.M, UNMARSHALL_OPTIONS);
      expect(decodeItem(JSON.parse(encodeItem(value)))).toEqual(expected);
      expect(answerOf(pageOf(value, value), () => ({})).items).toEqual([expected, expected]);
    }), { numRuns: 500 });
  });

  it.each(['{"S":"x"}', '"}', '\\', '\\\\', '"Items":[', '\\"}{"N":"1"}', '\u2028 São 🔔 \n'])('is not taken in by a text or a name that looks like JSON: %s', (looks) => {
    const value = { text: looks, [looks]: 'name', list: [looks, [looks]], Items: [looks], S: looks, N: 2 };
    expect(answerOf(pageOf(value), () => ({})).items).toEqual([value]);
  });

  it('reads items into the objects it is given, and all the rest of the answer', () => {
    const { items, count, lastKey, units } = answerOf(pageOf({ b: 1 }, { a: true }), () => ({ a: undefined, b: undefined }));
    expect(items.map((found) => JSON.stringify(Object.entries(found)))).toEqual(['[["a",null],["b",1]]', '[["a",true],["b",null]]']);
    expect([count, lastKey, units]).toEqual([2, { key: 'last' }, 0.5]);
  });

  it.each([
    ['blanks', '{"Items": [ {"a": {"S": "x"}} ]}'], ['blanks inside', '{"Items":[{"a" : {"S":"x"}}]}'], ['a number as JSON would not write it', '{"Items":[{"a":{"S":"x"},"n":{"N":"007"}}]}'],
    ['types that are rare', '{"Items":[{"a":{"S":"x"},"m":{"M":{"z":{"NULL":true}}},"s":{"SS":["y"]}}]}'], ['nothing', '{"Count":0,"Items":[]}'],
  ])('reads an answer with %s', (_what, text) => {
    const stock = (JSON.parse(text) as { Items: Parameters<typeof unmarshall>[0][] }).Items.map((attributes) => unmarshall(attributes, UNMARSHALL_OPTIONS));
    expect(answerOf(text, () => ({})).items).toEqual(stock);
  });

  it.each(['{"Items":[{"a":{"S":"x"}', '{"Items":[{"a":{"S":"x}}]}', '{"Items":[{"a":{"S":"x"}}]', '{"Items":[{"a":{"L":"x"'])('refuses half an answer: %s', (text) => {
    expect(() => answerOf(text, () => ({}))).toThrow();
  });

  it.each([[Number.NaN], [Infinity], [2 ** 53 + 2], [-(2 ** 53) - 2], [new Date()], [new Set()], [new Set([true])], [Symbol('s')], [new URL('http://a')]])(
    'refuses %p, as the stock one does',
    (bad) => {
      expect(() => stockJson({ bad })).toThrow();
      expect(() => encodeItem({ bad })).toThrow();
    },
  );

  it('refuses an answer that makes no sense', () => {
    for (const bad of [undefined, 'text', { a: {} }, { a: 'untyped' }, { a: { X: 1 } }]) expect(() => decodeItem(bad)).toThrow();
  });
});
