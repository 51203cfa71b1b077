import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';
import type { Config } from '../config.ts';
import { formatBytes, LEAST_FREE_BYTES, readFreeBytes } from '../disk/free-space.ts';

/** Whether the data folder is writable, and the free space of its disk. */
export async function examineDisk(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  readFree = readFreeBytes,
): Promise<Finding[]> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    // With DATABASE_URL the folder is not needed.
    if (databaseUrl !== undefined) return [];
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      return [
        problem(
          'Disk',
          `there is no ${dataDir} yet`,
          'Start the server once, or set DATA_DIR to where the data is.',
        ),
      ];
    return [
      problem(
        'Disk',
        `${dataDir} cannot be written: ${code}`,
        'Give the folder to the user that runs the server.',
      ),
    ];
  }
  const free = await readFree(dataDir);
  const words = `${formatBytes(free)} free at ${dataDir}`;
  if (free >= LEAST_FREE_BYTES) return [ok('Disk', words)];
  return [problem('Disk', words, 'Make room: a database that cannot write stops everything that is sent.')];
}
