import { loadConfig } from '../src/config';
import { sleep } from '../src/domain/backoff';
import { createLogger } from '../src/observability/logger';
import { captureHandler } from './capture.handler';
import { openCapture } from './services';

const config = loadConfig(process.env);

/** iuconfia_notificationeventcapture: source stream -> notifications. */
export const handler = captureHandler({ ...openCapture(config), log: createLogger(config.logLevel), sleep, now: Date.now });
