import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/** Nothing that lets somebody in may reach a log line, whichever object it rode in on. */
const SECRETS = ['authorization', '*.authorization', '*.*.authorization', 'token', '*.token', 'secret', '*.secret'];

export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: isoTime, redact: { paths: SECRETS, censor: '[secret]' } };
  return destination ? pino(options, destination) : pino(options);
}

function isoTime(): string {
  return `,"time":"${new Date().toISOString()}"`;
}
