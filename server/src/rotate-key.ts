import { type Config, loadConfig } from './config.ts';
import { openEmptyDatabase, openOwnerDatabase } from './database/opening/owner-database.ts';
import { resealNameKey, resealPasswords } from './database/reseal-passwords.ts';
import { StartError } from './database/start-error.ts';
import { createLog } from './log.ts';
import { createSecretBox } from './secrets/secret-box.ts';
import { forgetPreviousKey, readKeys, replaceKeyFile } from './secrets/secret-key.ts';

// `npm run rotate-key`: docs/operating.md#secrets.
const log = createLog('text', (line) => process.stdout.write(line));

try {
  const config = loadConfig();
  await (config.secretKey ? resealFor(config) : replaceOwnKey(config));
} catch (error) {
  if (error instanceof StartError) log.error(error.message);
  else
    log.error(
      { err: error },
      'The key could not be changed. What was sealed again stays, and it may be run again.',
    );
  process.exitCode = 1;
}

/** The keys are settings: the servers already run with both. */
async function resealFor(config: Config): Promise<void> {
  if (!config.previousSecretKey)
    throw new StartError(
      'Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the old one, at every server and here.',
    );
  const database = await openOwnerDatabase(config, { log });
  const isDone = await reseal(config, database.pool).finally(database.close);
  if (isDone) log.info('Take SECRET_KEY_PREVIOUS out of the settings now.');
}

/** The key is a file in DATA_DIR: its one server must be stopped, since it knows only the old key. */
async function replaceOwnKey(config: Config): Promise<void> {
  const database = await openEmptyDatabase(config, { log });
  try {
    await replaceKeyFile(config.dataDir);
    if (await reseal(config, database.pool)) await forgetPreviousKey(config.dataDir);
  } finally {
    await database.close();
  }
}

async function reseal(config: Config, pool: Parameters<typeof resealPasswords>[0]): Promise<boolean> {
  const { current, previous } = await readKeys(config);
  const box = createSecretBox(current, ...(previous ? [previous] : []));
  const { sealed, lost } = await resealPasswords(pool, box);
  const nameKey = await resealNameKey(pool, box);
  log.info(`${sealed} stored passwords were sealed with the new key.`);
  if (nameKey.sealed > 0) log.info('The key of erased names was sealed with the new key.');
  if (nameKey.lost > 0)
    log.error(
      'The key of erased names opens with neither key. Keep the old key, and put back the one that it was sealed with.',
    );
  if (lost + nameKey.lost === 0) return true;
  process.exitCode = 1;
  if (lost === 0) return false;
  log.error(
    `${lost} stored passwords open with neither key. Keep the old key until they are entered again in the profiles.`,
  );
  return false;
}
