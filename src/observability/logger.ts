import { types } from 'node:util';

import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/** Nothing that lets somebody in may reach a log line, whichever object it rode in on. */
const SECRETS = ['authorization', '*.authorization', '*.*.authorization', 'token', '*.token', 'secret', '*.secret'];

/** Of an error only what says what went wrong: some carry the request that failed, with its headers. */
function errorSummary(error: unknown): unknown {
  if (!(error instanceof Error || types.isNativeError(error))) return { message: String(error) };
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: errorSummary(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: isoTime,
    serializers: { err: errorSummary },
    redact: { paths: SECRETS, censor: '[secret]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

function isoTime(): string {
  return `,"time":"${new Date().toISOString()}"`;
}
