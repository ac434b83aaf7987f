import { loadConfig } from '../src/config';
import { createLogger } from '../src/observability/logger';
import { getNotifications } from './rest.handler';
import { openInbox } from './services';

const config = loadConfig(process.env);

/** iuconfia_getnotifications: GET /notifications. */
export const handler = getNotifications(openInbox(config), createLogger(config.logLevel));
