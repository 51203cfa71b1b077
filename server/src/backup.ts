import { resolve } from 'node:path';
import { systemClock } from './clock.ts';
import { type Config, loadConfig } from './config.ts';
import { restoreBackup } from './database/backup/restore-backup.ts';
import { takeBackup } from './database/backup/take-backup.ts';
import { openEmptyDatabase, openOwnerDatabase } from './database/opening/owner-database.ts';
import { StartError } from './database/start-error.ts';
import { createLog } from './log.ts';

// `npm run backup -- FILE` and `npm run restore -- FILE`: docs/operating.md#backup-and-restore.
const write = (line: string) => process.stdout.write(line);
const log = createLog('text', write);
const [what, file] = process.argv.slice(2);

try {
  if (file === undefined || file.startsWith('-'))
    throw new StartError(`Say which file: npm run ${what} -- pigeonpost.backup`);
  const config = loadConfig();
  await (what === 'restore' ? restore(config, resolve(file)) : backUp(config, resolve(file)));
} catch (error) {
  if (error instanceof StartError) log.error(error.message);
  else log.error({ err: error }, `The ${what} failed.`);
  process.exitCode = 1;
}

async function backUp(config: Config, path: string): Promise<void> {
  const database = await openOwnerDatabase(config, { log });
  const { taken_at, rows } = await takeBackup(database.pool, path, systemClock.now()).finally(database.close);
  log.info(`${path}: the database as it was at ${taken_at}, ${describe(rows)}. Read back, and whole.`);
  log.info('Passwords of profiles are in it as SECRET_KEY has sealed them: keep that key too, elsewhere.');
}

async function restore(config: Config, path: string): Promise<void> {
  const database = await openEmptyDatabase(config, { log });
  const { taken_at, rows } = await restoreBackup(database.pool, path, systemClock.now()).finally(
    database.close,
  );
  log.info(`Restored the database as it was at ${taken_at}, ${describe(rows)}.`);
  log.info(
    'Nothing is sent until the agents have told what they sent since, and each user presses "Continue sending" on ' +
      'the campaigns page. Everybody has to log in again. People whom users erased since are back, and must be erased again.',
  );
}

function describe(rows: Record<string, number>): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total} rows in ${Object.keys(rows).length} tables`;
}
