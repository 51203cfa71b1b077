import { systemClock } from './clock.ts';
import { type Config, loadConfig } from './config.ts';
import { StartError } from './database/start-error.ts';
import { ensureAdmin } from './features/auth/register.ts';
import { explainListenError } from './listen-error.ts';
import { createLog } from './log.ts';
import { listenForMetrics } from './metrics/serve-metrics.ts';
import { openDeps } from './open-deps.ts';
import { startTimers } from './timers.ts';

type Closing = () => Promise<unknown>;

const CLOSE_LIMIT_MS = 10_000;

const write = (line: string) => process.stdout.write(line);
// Used until the settings are read.
let log = createLog('text', write);
const closings: Closing[] = [];

try {
  outliveItsReader();
  endOnSignals();
  endOnUncaughtErrors();
  const config = loadConfig();
  log = createLog(config.logFormat, write);
  await start(config);
} catch (error) {
  if (error instanceof StartError) log.error(error.message);
  else log.error({ err: error }, 'The server could not start.');
  process.exitCode = 1;
  await closeAll();
}

async function start(config: Config): Promise<void> {
  log.info(
    `Data is in ${config.databaseUrl === undefined ? config.dataDir : 'the database of DATABASE_URL'}`,
  );
  // The calls are loaded while PostgreSQL starts. Loading holds this thread, so it must not come before.
  const loadApp = () => import('./app.ts');
  const { deps, realtime, close } = await openDeps(config, { log, onWait: loadApp });
  closings.push(close);
  announceAdmin(await ensureAdmin(deps));

  const { buildApp } = await loadApp();
  const app = await buildApp(deps, { realtime, logger: log });
  closings.push(() => app.close());
  const listenTextResolver = (address: string) => `Pigeonpost listens on ${address}`;
  const { host, port } = config;
  await app.listen({ host, port, listenTextResolver }).catch((error) => {
    throw explainListenError(error, { host, port, setting: 'PORT' });
  });
  closings.push(startTimers(deps));
  if (config.metricsPort === undefined) return;
  const measured = await listenForMetrics(config.metricsPort, deps.metrics);
  closings.push(measured.close);
  log.info(`Metrics are at ${measured.url}`);
}

function announceAdmin(admin: { username: string; password?: string } | undefined): void {
  if (!admin) return;
  const password =
    admin.password === undefined ? 'the password of ADMIN_PASSWORD' : `password ${admin.password}`;
  log.info(`Created the first administrator: username ${admin.username}, ${password}. This is shown once.`);
}

/** A closed terminal, or the end of the program that reads the log, must not end the server. */
function outliveItsReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      log.info('Ending.');
      await Promise.race([closeAll(), systemClock.sleep(CLOSE_LIMIT_MS)]);
      process.exit();
    });
  }
}

/**
 * After an uncaught error the state of calls and locks is unknown, so the server ends, and its supervisor starts it
 * again. The database stays right: uncommitted work is rolled back.
 */
function endOnUncaughtErrors(): void {
  // Unhandled rejections come here too. A second error meanwhile ends the process at once.
  process.once('uncaughtException', async (err) => {
    log.error({ err }, 'The server ends: an error was not caught, and what it left behind is unknown.');
    await Promise.race([closeAll(), systemClock.sleep(CLOSE_LIMIT_MS)]);
    process.exit(1);
  });
}

/** Closes in reverse order of opening; an error in one does not leave the others open. */
async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).reverse()) {
    await close().catch((err) => log.error({ err }, 'Something could not be closed.'));
  }
  log.info('The server is closed.');
}
