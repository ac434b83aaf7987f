import { BadInput } from './errors';

/** Partitions of the notification table that no user may own. */
export const MAP_PARTITION = 'notificationmap';

const MAX_NAME_BYTES = 256;

/** Names become parts of keys, so the separator cannot be one of their letters. */
export function isName(text: string): boolean {
  return text.trim() !== '' && !text.includes('#') && Buffer.byteLength(text) <= MAX_NAME_BYTES;
}

export function isUserId(text: string): boolean {
  return isName(text) && text !== MAP_PARTITION;
}

export function assertName(what: string, text: string): void {
  if (!isName(text)) {
    throw new BadInput(`${what} must be 1 to ${MAX_NAME_BYTES} bytes of text without "#", got ${JSON.stringify(text.slice(0, 80))}.`);
  }
}

export function assertUserId(text: string): void {
  assertName('A user id', text);
  if (text === MAP_PARTITION) throw new BadInput(`"${text}" is reserved and cannot be a user id.`);
}
