import { BadInput } from '../domain/errors';
import { isMoment, type Moment } from '../domain/moment';
import { MAP_PARTITION } from '../domain/names';
import type { NotificationType, ReadState } from '../domain/notification';
import type { ListFilter } from '../domain/ports';

/** The only file that builds or parses a key string. */

// ---- notification table -------------------------------------------------------------------------------------------

export interface NotificationKey {
  readonly cod_chav_patc: string;
  readonly cod_ordenar_chav: string;
}

export const STATUS_INDEX = 'xxnc_2022';
export const TYPE_INDEX = 'xxnc_2022_v1';

const ALL = 'all#';

/** The sort key of a notification is also its public identifier. */
export function notificationId(moment: Moment): string {
  return `${ALL}${moment}`;
}

export function momentOfId(id: string): Moment | undefined {
  if (!id.startsWith(ALL)) return undefined;
  const moment = id.slice(ALL.length);
  return isMoment(moment) ? moment : undefined;
}

export function requireMomentOfId(argument: string, id: string): Moment {
  const moment = momentOfId(id);
  if (!moment) throw new BadInput(`${argument} must be the id of a notification.`);
  return moment;
}

export function notificationKey(user: string, moment: Moment): NotificationKey {
  return { cod_chav_patc: user, cod_ordenar_chav: notificationId(moment) };
}

export function unreadEntryKey(user: string, moment: Moment): NotificationKey {
  return { cod_chav_patc: user, cod_ordenar_chav: `unread#${moment}` };
}

export const UNREAD_ENTRY_PREFIX = 'unread#';

export function statusKey(state: ReadState, moment: Moment): string {
  return `${state}#${moment}`;
}

export function typeKey(type: NotificationType, state: ReadState, moment: Moment): string {
  return `${type}#${state}#${moment}`;
}

/** One contiguous run of a user's notifications in time order: the index it lies on and how its sort key is made. */
export interface KeyRange {
  readonly index: string | undefined;
  readonly sortAttribute: 'cod_ordenar_chav' | 'status_ordenar' | 'tipo_ordenar';
  sortKey(moment: Moment): string;
}

const PRIMARY_RANGE: KeyRange = { index: undefined, sortAttribute: 'cod_ordenar_chav', sortKey: notificationId };

/** Newest is last in each of these. A type in every status is two runs, to be merged; anything else is one. */
export function rangesOf({ status, type }: ListFilter): readonly KeyRange[] {
  if (type === undefined) return [status === 'all' ? PRIMARY_RANGE : statusRange(status)];
  // Unread before read: an item that is marked read between the two queries is then met twice and folded, not missed.
  return status === 'all' ? [typeRange(type, 'unread'), typeRange(type, 'read')] : [typeRange(type, status)];
}

function statusRange(state: ReadState): KeyRange {
  return { index: STATUS_INDEX, sortAttribute: 'status_ordenar', sortKey: (moment) => statusKey(state, moment) };
}

function typeRange(type: NotificationType, state: ReadState): KeyRange {
  return { index: TYPE_INDEX, sortAttribute: 'tipo_ordenar', sortKey: (moment) => typeKey(type, state, moment) };
}

/** The key that the database would return as LastEvaluatedKey after the notification of this moment. */
export function lastEvaluatedKey(user: string, range: KeyRange, moment: Moment): Record<string, string> {
  return { ...notificationKey(user, moment), [range.sortAttribute]: range.sortKey(moment) };
}

// ---- the map ------------------------------------------------------------------------------------------------------

export function mapKey(productId: string, supportGroup: string): NotificationKey {
  return { cod_chav_patc: MAP_PARTITION, cod_ordenar_chav: `${productId}#${supportGroup}` };
}

/** Ends with the separator: `sandbox` must not find the entries of `sandboxsre`. */
export function mapPrefix(productId: string): string {
  return `${productId}#`;
}

export function mapIndexKeys(productId: string, supportGroup: string) {
  return { status_ordenar: `LATEST#${productId}#${supportGroup}`, tipo_ordenar: `LATEST#${supportGroup}#${productId}` };
}

export function parseMapKey(key: NotificationKey): { productId: string; supportGroup: string } | undefined {
  if (key.cod_chav_patc !== MAP_PARTITION) return undefined;
  const [productId, supportGroup, ...rest] = key.cod_ordenar_chav.split('#');
  return productId && supportGroup && rest.length === 0 ? { productId, supportGroup } : undefined;
}

// ---- source table -------------------------------------------------------------------------------------------------

export interface SourceKey {
  readonly cod_chav_patc: string;
  readonly cod_chav_filg: string;
}

export const SOURCE_INDEX = 'xxps_2022';

const LATEST = 'LATEST';

export type SourceKeyParts =
  | { readonly kind: 'question'; readonly productId: string; readonly questionId: string; readonly env: string }
  | { readonly kind: 'score'; readonly productId: string; readonly env: string; readonly pillar: string }
  | { readonly kind: 'history' }
  | { readonly kind: 'unknown' };

/** Env is upper case in score rows and lower case in question rows: inside, it is always lower case. */
export function parseSourceKey({ cod_chav_patc, cod_chav_filg }: SourceKey): SourceKeyParts {
  const partition = cod_chav_patc.split('#');
  const [first, second, version, ...rest] = cod_chav_filg.split('#');
  if (!cod_chav_filg.endsWith(`#${LATEST}`)) return { kind: 'history' };
  if (!first || !second || version !== LATEST || rest.length > 0) return { kind: 'unknown' };
  if (partition.length === 1 && partition[0]) {
    return { kind: 'question', productId: partition[0], questionId: first, env: second.toLowerCase() };
  }
  if (partition.length === 2 && partition[0] === 'score' && partition[1]) {
    return { kind: 'score', productId: partition[1], env: first.toLowerCase(), pillar: second };
  }
  return { kind: 'unknown' };
}

export function questionKey(productId: string, questionId: string, env: string): SourceKey {
  return { cod_chav_patc: productId, cod_chav_filg: `${questionId}#${env}#${LATEST}` };
}

export function questionIndexKey(pillar: string, questionId: string, env: string): string {
  return `${LATEST}#${pillar}#${questionId}#${env}`;
}

export function scoreKey(productId: string, env: string): SourceKey {
  return { cod_chav_patc: `score#${productId}`, cod_chav_filg: `${env.toUpperCase()}#ALL#${LATEST}` };
}

export function scoreIndexKey(env: string): string {
  return `${LATEST}#ALL#${env.toUpperCase()}`;
}

// ---- the consumer's own table -------------------------------------------------------------------------------------

export interface ConsumerKey {
  readonly pk: string;
  readonly sk: string;
}

export function leasePartition(job: string, streamLabel: string): string {
  return `lease#${job}#${streamLabel}`;
}

export function leaseKey(job: string, streamLabel: string, shardId: string): ConsumerKey {
  return { pk: leasePartition(job, streamLabel), sk: shardId };
}

export function ledgerKey(streamLabel: string, eventId: string): ConsumerKey {
  return { pk: `event#${streamLabel}#${eventId}`, sk: 'ledger' };
}

/** The last part of a stream's ARN: a table that is created anew gets another one. */
export function streamLabelOf(streamArn: string): string {
  return streamArn.slice(streamArn.lastIndexOf('/') + 1);
}

export function deadLetterKey(job: string, streamLabel: string, sequenceNumber: string): ConsumerKey {
  return { pk: job, sk: `${streamLabel}#${sequenceNumber.padStart(40, '0')}` };
}
