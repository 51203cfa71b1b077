import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';
import { systemClock } from '../clock.ts';
import { type Config, loadConfig } from '../config.ts';
import { openOwnerDatabase } from '../database/opening/owner-database.ts';
import { StartError } from '../database/start-error.ts';
import type { Log } from '../log.ts';
import { serverAddress } from '../public-address.ts';
import { examineDatabase } from './examine-database.ts';
import { examineDisk } from './examine-disk.ts';
import { examineKey } from './examine-key.ts';
import { examineMail } from './examine-mail.ts';
import { examineRunning } from './examine-running.ts';

/** A person waits for the answer: what answers neither by then does not work well. Recovering may take longer. */
const LIMIT_MS = 7_000;

/** The examined code must not log: each problem is a finding, and is shown once. */
const QUIET: Log = { info() {}, warn() {}, error() {} };

/** Checks everything that a server needs, and changes nothing. A server or database that hangs is given `limitMs`. */
export async function examineServer(
  env?: NodeJS.ProcessEnv,
  { limitMs = LIMIT_MS } = {},
): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(env);
  } catch (error) {
    return [
      problem(
        'Settings',
        (error as Error).message,
        'README.md has the settings. Correct them and look again.',
      ),
    ];
  }
  const [running, disk, mail, stored] = await Promise.all([
    examineRunning(config, { clock: systemClock, limitMs }),
    examineDisk(config),
    examineMail(config, limitMs),
    examineStored(config, limitMs),
  ]);
  return [...running, ...examineAddress(config), ...disk, ...mail, ...stored];
}

/** Whether people can open stop links; nothing where PUBLIC_URL is not set, because they are not needed. */
function examineAddress(config: Config): Finding[] {
  if (config.publicUrl === undefined) return [];
  const { address, is_public } = serverAddress(config);
  return [
    is_public
      ? ok('Public address', `stop links lead to ${address}`)
      : problem(
          'Public address',
          `nobody outside reaches ${address}, so no message may have a stop link`,
          'Set PUBLIC_URL to an address of the internet that leads to this server.',
        ),
  ];
}

async function examineStored(config: Config, limitMs: number): Promise<Finding[]> {
  try {
    const database = await openOwnerDatabase(config, { log: QUIET, limitMs });
    try {
      return [
        ...(await examineDatabase(database.pool, systemClock)),
        await examineKey(config, database.pool),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    const message =
      error instanceof StartError ? error.message : `It cannot be read: ${(error as Error).message}`;
    return [problem('Database', message, 'Start it, or correct DATABASE_URL or DATA_DIR, and look again.')];
  }
}
