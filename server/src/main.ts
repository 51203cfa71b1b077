import type { FastifyBaseLogger } from 'fastify';
import { createDatabaseClock, systemClock } from './clock.ts';
import { type Config, loadConfig } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { readServerIdentity } from './database/server-identity-queries.ts';
import { StartError } from './database/start-error.ts';
import { readDatabaseTime } from './database/time-queries.ts';
import { openTransactions } from './database/transactions.ts';
import type { Deps } from './deps.ts';
import { ensureAdmin } from './features/auth/register.ts';
import { throttleProgress } from './features/campaigns/progress-throttle.ts';
import { buildApp } from './http/app.ts';
import { createLog } from './log.ts';
import { createNudges } from './nudges.ts';
import { createRealtime } from './realtime.ts';
import { createSecretBox } from './secret-box.ts';
import { readKeyFile } from './secret-key.ts';
import { startTimers } from './timers.ts';

type Closing = () => Promise<unknown>;

const CLOSE_LIMIT_MS = 10_000;

const log = createLog((line) => process.stdout.write(line));
const closings: Closing[] = [];

try {
  endOnSignals();
  endOnUncaughtErrors();
  await start(loadConfig());
} catch (error) {
  if (error instanceof StartError) log.error(error.message);
  else log.error({ err: error }, 'The server could not start.');
  process.exitCode = 1;
  await closeAll();
}

async function start(config: Config): Promise<void> {
  const { deps, realtime } = await openDeps(config, log);
  announceAdmin(await ensureAdmin(deps));

  const app = await buildApp(deps, { realtime, logger: log });
  closings.push(() => app.close());
  const listenTextResolver = (address: string) => `Pigeonpost listens on ${address}`;
  await app.listen({ host: config.host, port: config.port, listenTextResolver }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${config.port} is taken by another program. Set PORT to a free one.`);
  });
  closings.push(startTimers(deps));
}

async function openDeps(config: Config, log: FastifyBaseLogger) {
  log.info(
    `Data is in ${config.databaseUrl === undefined ? config.dataDir : 'the database of DATABASE_URL'}`,
  );
  const database = await openDatabase({ ...config, now: systemClock.now(), log });
  closings.push(() => database.close());
  const realtime = createRealtime();
  const transactions = openTransactions({ ...database, log });
  const clock = createDatabaseClock(await transactions.asSystem('reading the time', readDatabaseTime));
  const deps: Deps = {
    ...transactions,
    checkHealth: database.checkHealth,
    config,
    clock,
    identity: await readServerIdentity(transactions),
    log,
    publish: throttleProgress({ publish: realtime.publish, clock }),
    connectedSessions: realtime.connectedSessions,
    endConnections: realtime.endConnections,
    nudges: createNudges(),
    secrets: createSecretBox(config.secretKey ?? (await readKeyFile(config.dataDir))),
  };
  return { deps, realtime };
}

function announceAdmin(admin: { username: string; password?: string } | undefined): void {
  if (!admin) return;
  const password =
    admin.password === undefined ? 'the password of ADMIN_PASSWORD' : `password ${admin.password}`;
  log.info(`Created the first administrator: username ${admin.username}, ${password}. This is shown once.`);
}

function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      log.info('Ending.');
      await closeAll();
      process.exit();
    });
  }
}

/**
 * An error that nobody caught leaves calls and locks in a state that nobody knows, so the server ends, and whatever
 * started it starts it again. The database stays right: what was not committed is rolled back.
 */
function endOnUncaughtErrors(): void {
  // A rejected promise that nobody awaits comes here too. A second error meanwhile ends the process at once.
  process.once('uncaughtException', async (err) => {
    log.error({ err }, 'The server ends: an error was not caught, and what it left behind is unknown.');
    await Promise.race([closeAll(), systemClock.sleep(CLOSE_LIMIT_MS)]);
    process.exit(1);
  });
}

/** What was opened last is closed first, and a fault in one does not keep the others open. */
async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).reverse()) {
    await close().catch((err) => log.error({ err }, 'Something could not be closed.'));
  }
  log.info('The server is closed.');
}
