import { join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

const DEFAULT_PORT = 4600;
const PROJECT_DIR = resolve(import.meta.dirname, '../..');

type PracticeConfig = { dataDir: string; host: string; port: number };

/** Reads PRACTICE_PORT, PRACTICE_HOST and DATA_DIR; throws a sentence for an invalid port. */
export function readConfig(env: NodeJS.ProcessEnv): PracticeConfig {
  const port = Number(env.PRACTICE_PORT || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError(`PRACTICE_PORT must be a number from 0 to 65535, not "${env.PRACTICE_PORT}".`);
  }
  return {
    dataDir: join(env.DATA_DIR || join(PROJECT_DIR, 'data'), 'practice'),
    host: env.PRACTICE_HOST || '127.0.0.1',
    port,
  };
}
