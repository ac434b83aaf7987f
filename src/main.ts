import { startApp, type App } from './app';
import { isDevelopment, loadServerConfig, type Config } from './config';
import { createLogger, type Logger } from './observability/logger';
import { describeFailure } from './start-failure';

const STOP_MILLIS = 9_000;
/** Without its database there is nobody to say goodbye to. */
const FAILED_STOP_MILLIS = 1_000;

async function main(): Promise<void> {
  const config = loadServerConfig(process.env);
  const log = createLogger(config.logLevel);
  const app = await startApp(config, log).catch((error: unknown) => leave(describeFailure(error, config)));
  announce(config, app, log);
  const end = once((code: number) => void shutDown(app, log, code));
  process.on('SIGINT', () => end(0));
  process.on('SIGTERM', () => end(0));
  void app.failed.then((message) => {
    log.fatal(message);
    end(1);
  });
}

async function shutDown(app: App, log: Logger, code: number): Promise<void> {
  log.info('stopping');
  const millis = code === 0 ? STOP_MILLIS : FAILED_STOP_MILLIS;
  const deadline = setTimeout(() => {
    log.error(`not stopped within ${millis / 1000} s; leaving`);
    process.exit(1);
  }, millis);
  await app.stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
  clearTimeout(deadline);
  log.info('stopped');
  process.exit(code);
}

function announce(config: Config, app: App, log: Logger): void {
  log.info({ url: app.url.href, engine: config.engine.kind, auth: config.auth.kind }, `listening on ${app.url.href}`);
  if (isDevelopment(config)) log.info('development mode: POST /dev/token gives a token to anyone on this machine');
}

function once<T>(run: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    run(value);
  };
}

function leave(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

main().catch((error: unknown) => leave(describeFailure(error, undefined)));
