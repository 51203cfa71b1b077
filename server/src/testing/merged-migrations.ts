import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** One line for each merged migration, `sha256  name`. */
export const MERGED_FILE = join(import.meta.dirname, '../../../checks/merged-migrations.txt');

/**
 * The list of merged migrations as it stands, and below it those that it lacks. The newest one is left to the next
 * migration, because it is still being written.
 */
export async function listMerged(): Promise<string> {
  const listed = await readFile(MERGED_FILE, 'utf8');
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
  const missing = files.slice(0, -1).filter((name) => !listed.includes(`  ${name}\n`));
  const lines = missing.map(async (name) => {
    const text = await readFile(join(MIGRATIONS, name));
    return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;
  });
  return listed + (await Promise.all(lines)).join('');
}
