import { cursorOfKey, keyOfCursor } from '../db/cursor';
import { BadInput, Forbidden } from '../domain/errors';
import { DEFAULT_PAGE_SIZE, MAX_IDS, MAX_PAGE_SIZE, type Inbox } from '../domain/inbox';
import { assertUserId } from '../domain/names';
import type { Notification } from '../domain/notification';
import type { ListFilter } from '../domain/ports';
import type { Viewer } from '../resolvers/context';

/** The old API's view of the inbox, for whatever carries it: the server's port and the Lambda functions alike. */

export interface RestNotification {
  readonly user: string;
  readonly productid: string;
  readonly question: string | null;
  readonly type: 'compliance' | 'score';
  readonly old_score: number | null;
  readonly new_score: number | null;
  readonly compliance: 'pending' | 'compliant' | null;
  readonly env: string;
  readonly notification_identifier: string;
  /** Not among the documents' fields, but a list of all is of little use without it. */
  readonly status: 'unread' | 'read';
  /** Sent back as `lastitemretrieved`, the list goes on after this entry. Null: there is nothing after it. */
  readonly LastEvaluatedKey: Readonly<Record<string, unknown>> | null;
}

export interface RestUpdate {
  readonly status: string;
  readonly updated: number;
  /** Read before this call. */
  readonly unchanged: number;
  readonly not_found: number;
}

interface Entry {
  readonly user: string;
  readonly id: string;
}

/** The server counts what each user asks for; the functions leave that to the API in front of them. */
export interface Pace {
  mutation(user: string, count: number): void;
  expensiveQuery(user: string, rows: number): void;
}

const UNPACED: Pace = { mutation: () => undefined, expensiveQuery: () => undefined };

const ADMIN = 'admin';
const PARAMETERS = ['user', 'status', 'limit', 'lastitemretrieved'];
const STATUSES: readonly ListFilter['status'][] = ['all', 'unread', 'read'];

export async function listNotifications(
  inbox: Inbox, viewer: Viewer, query: URLSearchParams, pace = UNPACED,
): Promise<RestNotification[]> {
  const parameters = parametersOf(query);
  const user = parameters.get('user') ?? viewer.user;
  requireAccess(viewer, user);
  const filter = { status: statusOf(parameters.get('status')), type: undefined };
  const last = parameters.get('lastitemretrieved');
  const limit = limitOf(parameters.get('limit'));
  if (limit > DEFAULT_PAGE_SIZE) pace.expensiveQuery(viewer.user, limit);
  const page = await inbox.page(user, filter, {
    first: limit,
    // The documents' first request says null.
    after: last === undefined || last === 'null' ? undefined : cursorOfKey(last),
  });
  const hasNext = await page.hasNext();
  return page.entries.map(({ notification, cursor }, index) => {
    const isEnd = !hasNext && index === page.entries.length - 1;
    return restNotification(notification, isEnd ? null : keyOfCursor(cursor()));
  });
}

/** Marks as read. Nothing is written unless the caller may touch every entry. */
export async function updateNotifications(inbox: Inbox, viewer: Viewer, body: unknown, pace = UNPACED): Promise<RestUpdate> {
  const entries = entriesOf(body);
  const idsByUser = new Map<string, string[]>();
  for (const { user, id } of entries) {
    requireAccess(viewer, user);
    idsByUser.set(user, [...(idsByUser.get(user) ?? []), id]);
  }
  pace.mutation(viewer.user, idsByUser.size);
  const counts = { updated: 0, unchanged: 0, not_found: 0 };
  for (const [user, ids] of idsByUser) {
    const { notifications, changedIds, notFoundIds } = await inbox.transition(user, ids, 'read');
    counts.updated += changedIds.length;
    counts.unchanged += notifications.length - changedIds.length;
    counts.not_found += notFoundIds.length;
  }
  return { status: verdict(counts), ...counts };
}

function verdict({ updated, unchanged, not_found }: Omit<RestUpdate, 'status'>): string {
  if (not_found === 0) return 'Update completed successfully';
  return updated + unchanged === 0 ? 'Nothing updated: no such notification' : 'Update completed in part: some notifications were not found';
}

function restNotification(notification: Notification, key: RestNotification['LastEvaluatedKey']): RestNotification {
  const isQuestion = notification.type === 'question';
  return {
    user: notification.user,
    productid: notification.productId,
    question: isQuestion ? notification.questionId : null,
    type: isQuestion ? 'compliance' : 'score',
    old_score: isQuestion ? null : (notification.oldScore ?? null),
    new_score: isQuestion ? null : notification.newScore,
    compliance: isQuestion ? (notification.compliant ? 'compliant' : 'pending') : null,
    env: notification.env,
    notification_identifier: notification.id,
    status: notification.state === 'unread' ? 'unread' : 'read',
    LastEvaluatedKey: key,
  };
}

function requireAccess({ user: caller, roles }: Viewer, user: string): void {
  if (user !== caller && !roles.includes(ADMIN)) throw new Forbidden('The notifications of others are for those with the role admin.');
  assertUserId(user);
}

/** An empty parameter is none. A name that is not ours is refused: `userid` for `user` would answer with the wrong list. */
function parametersOf(query: URLSearchParams): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    if (!PARAMETERS.includes(name)) throw new BadInput(`Unknown parameter ${JSON.stringify(name.slice(0, 80))}; known are ${PARAMETERS.join(', ')}.`);
    if (query.getAll(name).length > 1) throw new BadInput(`${name} is given more than once.`);
    if (value.trim() !== '') parameters.set(name, value.trim());
  }
  return parameters;
}

function statusOf(text = 'all'): ListFilter['status'] {
  const status = STATUSES.find((candidate) => candidate === text);
  if (!status) throw new BadInput(`status must be one of ${STATUSES.join(', ')}.`);
  return status;
}

function limitOf(text = String(DEFAULT_PAGE_SIZE)): number {
  const limit = /^\d+$/.test(text) ? Number(text) : NaN;
  if (limit >= 1 && limit <= MAX_PAGE_SIZE) return limit;
  throw new BadInput(`limit must be a whole number from 1 to ${MAX_PAGE_SIZE}.`);
}

function entriesOf(body: unknown): Entry[] {
  if (!Array.isArray(body) || body.length < 1 || body.length > MAX_IDS) {
    throw new BadInput(`The body must be a list of 1 to ${MAX_IDS} entries, as in [{"user": "...", "notification_identifier": "..."}].`);
  }
  return body.map((entry: unknown, index) => {
    const fields = new Map<string, unknown>(typeof entry === 'object' && entry !== null ? Object.entries(entry) : []);
    const user = fields.get('user');
    const id = fields.get('notification_identifier');
    if (typeof user !== 'string' || typeof id !== 'string') {
      throw new BadInput(`Entry ${index} must have user and notification_identifier, both text.`);
    }
    return { user, id };
  });
}
