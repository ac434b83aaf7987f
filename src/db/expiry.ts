import { millisOf, type Moment } from '../domain/moment';

export const SECONDS_PER_DAY = 86_400;

/** Time to live counts whole seconds since the epoch. */
export function expirySeconds(moment: Moment, days: number): number {
  return Math.floor(millisOf(moment) / 1000) + days * SECONDS_PER_DAY;
}
