import { join } from 'node:path';
import { findAccount, findClosedPart } from './embedded/account.ts';

const PROJECT_FOLDER = join(import.meta.dirname, '../../..');
const SYSTEM_FOLDER = '/var/lib/pigeonpost';

/**
 * Where the data lies unless DATA_DIR says otherwise: `data` in the project, or /var/lib/pigeonpost when the
 * server runs as root in a project (under /root, say) that PostgreSQL's own user cannot reach.
 */
export function defaultDataDir(projectFolder = PROJECT_FOLDER): string {
  const account = findAccount();
  const isClosed = account !== undefined && findClosedPart(projectFolder, account) !== undefined;
  return isClosed ? SYSTEM_FOLDER : join(projectFolder, 'data');
}
