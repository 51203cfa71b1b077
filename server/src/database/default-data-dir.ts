import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount, findClosedPart } from './embedded/account.ts';
import { StartError } from './start-error.ts';

const PROJECT_FOLDER = join(import.meta.dirname, '../../..');
export const PROJECT_DATA = join(PROJECT_FOLDER, 'data');
const SYSTEM_FOLDER = '/var/lib/pigeonpost';
/** The files of a server's first start: its database, or, with DATABASE_URL, only its key. */
const DATA = ['postgres', 'secret.key'];

/**
 * The data folder without DATA_DIR: `data` in the project, or /var/lib/pigeonpost if the server runs as root in a
 * project (under /root, say) that PostgreSQL's own user cannot reach. If one of the two has data, it is used, whatever
 * its permissions are; throws StartError if both have.
 */
export function defaultDataDir({
  projectFolder = PROJECT_FOLDER,
  systemFolder = SYSTEM_FOLDER,
} = {}): string {
  const inProject = join(projectFolder, 'data');
  const account = findAccount();
  if (account === undefined) return inProject;
  const [holding, other] = [inProject, systemFolder].filter(holdsData);
  if (other !== undefined)
    throw new StartError(`There is data both in ${holding} and in ${other}. Set DATA_DIR to the right one.`);
  const isClosed = findClosedPart(projectFolder, account) !== undefined;
  return holding ?? (isClosed ? systemFolder : inProject);
}

function holdsData(folder: string): boolean {
  return DATA.some((name) => existsSync(join(folder, name)));
}
