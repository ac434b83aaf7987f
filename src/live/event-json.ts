import type { LiveEvent, LiveEventKind } from '../domain/live-event';
import { isMoment, type Moment } from '../domain/moment';
import type { Notification, NotificationState } from '../domain/notification';

const KINDS: readonly LiveEventKind[] = ['added', 'read', 'unread', 'dismissed', 'restored', 'expired'];
const STATES: readonly NotificationState[] = ['unread', 'read', 'dismissed'];

/** A live event as text, for the way between two instances. Dates become text here, and dates again there. */
export function eventToJson(event: LiveEvent): string {
  return JSON.stringify(event);
}

/** Throws on anything that an instance of this version would not have sent. */
export function eventFromJson(text: string): LiveEvent {
  const event = new Fields(JSON.parse(text));
  const sequenceNumber = event.optional('sequenceNumber', isText);
  return {
    kind: event.oneOf('kind', KINDS),
    notification: notificationOf(new Fields(event.value('notification'))),
    ...(sequenceNumber !== undefined && { sequenceNumber }),
  };
}

function notificationOf(fields: Fields): Notification {
  const base = {
    id: fields.required('id', isText),
    user: fields.required('user', isText),
    moment: fields.required('moment', isMomentText),
    writtenAt: fields.required('writtenAt', isMomentText),
    state: fields.oneOf('state', STATES),
    productId: fields.required('productId', isText),
    env: fields.required('env', isText),
    pillar: fields.optional('pillar', isText),
    supportGroups: fields.required('supportGroups', isTexts),
    eventId: fields.required('eventId', isText),
    streamEvent: fields.required('streamEvent', isText),
    occurredAt: fields.date('occurredAt'),
    readAt: fields.date('readAt'),
    dismissedAt: fields.date('dismissedAt'),
    expiresAt: fields.required('expiresAt', isNumber),
  };
  return fields.oneOf('type', ['question', 'score'] as const) === 'question'
    ? { ...base, type: 'question', questionId: fields.required('questionId', isText), compliant: fields.value('compliant') === true }
    : { ...base, type: 'score', oldScore: fields.optional('oldScore', isNumber), newScore: fields.required('newScore', isNumber) };
}

class Fields {
  private readonly object: object;

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) throw new TypeError('a live event is an object');
    this.object = value;
  }

  value(name: string): unknown {
    return Reflect.get(this.object, name);
  }

  required<T>(name: string, is: (value: unknown) => value is T): T {
    const value = this.value(name);
    if (!is(value)) throw new TypeError(`${name} of a live event is ${JSON.stringify(value)}`);
    return value;
  }

  optional<T>(name: string, is: (value: unknown) => value is T): T | undefined {
    return this.value(name) === undefined ? undefined : this.required(name, is);
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    return this.required(name, (value): value is T => values.some((known) => known === value));
  }

  date(name: string): Date | undefined {
    const text = this.optional(name, isText);
    return text === undefined ? undefined : new Date(text);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isMomentText = (value: unknown): value is Moment => isText(value) && isMoment(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
