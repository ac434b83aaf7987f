import { decodeCursor, encodeCursor } from '../../../src/db/cursor';
import { momentAt, type Moment } from '../../../src/domain/moment';
import type { ListFilter } from '../../../src/domain/ports';

const FILTERS: ListFilter[] = (['all', 'unread', 'read'] as const).flatMap((status) =>
  ([undefined, 'question', 'score'] as const).map((type) => ({ status, type })),
);
const moment: Moment = momentAt(1_650_000_000_000);

const payload = (cursor: string): [number, string, Record<string, string>] =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [number, string, Record<string, string>];
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('A cursor', () => {
  it.each(FILTERS)('leads back to where it was made in the list %p, and is safe in a URL', (filter) => {
    const cursor = encodeCursor('ana', filter, moment);
    expect(decodeCursor(cursor, 'ana', filter)).toBe(moment);
    expect(encodeURIComponent(cursor)).toBe(cursor);
  });

  it('holds the key that the database would return as LastEvaluatedKey', () => {
    const [version, , key] = payload(encodeCursor('ana', { status: 'unread', type: 'score' }, moment));
    expect(version).toBe(1);
    expect(key).toEqual({ cod_chav_patc: 'ana', cod_ordenar_chav: `all#${moment}`, tipo_ordenar: `score#unread#${moment}` });
  });

  it('is of no use to another user, in another list, or after being edited', () => {
    const filter = { status: 'unread', type: undefined } as const;
    const cursor = encodeCursor('ana', filter, moment);
    const [version, name, key] = payload(cursor);
    expect(() => decodeCursor(cursor, 'bob', filter)).toThrow(/another user/);
    expect(() => decodeCursor(cursor, 'ana', { status: 'read', type: undefined })).toThrow(/another status or type/);
    expect(() => decodeCursor(encode([version + 1, name, key]), 'ana', filter)).toThrow(/another version/);
    for (const edited of [{ ...key, status_ordenar: 'unread#1' }, { ...key, extra: 'x' }, { cod_chav_patc: 'ana' }, { ...key, cod_ordenar_chav: 'all#1' }, null, [], 'x']) {
      expect(() => decodeCursor(encode([version, name, edited]), 'ana', filter)).toThrow(/The cursor cannot be used/);
    }
  });

  it.each(FILTERS)('is refused in any other spelling than its own, in the list %p', (filter) => {
    const cursor = encodeCursor('ana', filter, moment);
    const bytes = Buffer.from(cursor, 'base64url');
    const [version, name, key] = payload(cursor);
    const spellings = [
      `${cursor}A`, `${cursor}-`, `${cursor}AAAA`,
      Buffer.concat([bytes, Buffer.from(' ')]).toString('base64url'),
      Buffer.from(JSON.stringify([version, name, key], null, 1)).toString('base64url'),
      Buffer.from(bytes.toString().replace('ana', '\\u0061na')).toString('base64url'),
      encode([version, name, Object.fromEntries(Object.entries(key).reverse())]),
    ];
    for (const spelling of spellings) expect(() => decodeCursor(spelling, 'ana', filter)).toThrow('The cursor cannot be used: it cannot be read.');
  });
});
