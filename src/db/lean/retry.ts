import { types } from 'node:util';

import { backoff, type Sleep } from '../../domain/backoff';
import { TRANSIENT_CODES } from '../errors';
import { ServiceError } from './service-error';

/** What the SDK's standard mode tries again, and how it is paced: exponential with full jitter, slower when throttled. */
const THROTTLED = new Set([
  'LimitExceededException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'RequestThrottled',
  'RequestThrottledException', 'Throttling', 'ThrottlingException', 'ThrottledException', 'TooManyRequestsException',
  'SlowDown', 'PriorRequestNotComplete', 'TransactionInProgressException',
]);
const TRANSIENT_STATUS = new Set([500, 502, 503, 504]);
/** Full jitter over 50, 100, 200 ms after a fault, and over 400, 800, 1600 ms when there was too much to do. */
const FAULT_STEP = 0;
const THROTTLE_STEP = 3;

/** A budget for all calls together, so that retries cannot double the load on a database that is down already. */
const BUDGET = 500;
const COST = 5;

export class Retries {
  private budget = BUDGET;

  constructor(
    private readonly maxAttempts: number,
    private readonly sleep: Sleep,
  ) {}

  async run<T>(attempt: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const result = await attempt();
        this.budget = Math.min(BUDGET, this.budget + (attempts > 1 ? COST : 1));
        return result;
      } catch (error) {
        const kind = retryKind(error);
        if (!kind || attempts >= this.maxAttempts || this.budget < COST) throw error;
        this.budget -= COST;
        await this.sleep(backoff(attempts + (kind === 'throttled' ? THROTTLE_STEP : FAULT_STEP)));
      }
    }
  }
}

function retryKind(error: unknown): 'throttled' | 'fault' | undefined {
  if (error instanceof ServiceError) {
    if (THROTTLED.has(error.name) || error.status === 429) return 'throttled';
    return TRANSIENT_STATUS.has(error.status) || error.isClockCorrected ? 'fault' : undefined;
  }
  if (!types.isNativeError(error)) return undefined;
  const isTransient = error.name === 'TimeoutError' || ('code' in error && TRANSIENT_CODES.has(String(error.code)));
  return isTransient ? 'fault' : undefined;
}
