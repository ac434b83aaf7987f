import { loadConfig } from '../src/config';
import { createLogger } from '../src/observability/logger';
import { markNotifications } from './rest.handler';
import { openInbox } from './services';

const config = loadConfig(process.env);

/** iuconfia_updatenotifications: POST /notifications. */
export const handler = markNotifications(openInbox(config), createLogger(config.logLevel));
