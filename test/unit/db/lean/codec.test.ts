import { convertToAttr, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';

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

describe('The lean codec', () => {
  it('writes what the stock one writes', () => {
    fc.assert(fc.property(item, (value) => {
      expect(JSON.parse(encodeItem(value))).toEqual(stockJson(value));
    }));
  });

  it('reads what the stock one reads', () => {
    fc.assert(fc.property(item, (value) => {
      const stock = convertToAttr(value, MARSHALL_OPTIONS) as { M: Parameters<typeof unmarshall>[0] };
      expect(decodeItem(JSON.parse(encodeItem(value)))).toEqual(unmarshall(stock.M, UNMARSHALL_OPTIONS));
    }));
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
