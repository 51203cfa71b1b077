import { join } from 'node:path';
import type { Account } from './account.ts';
import { replaceAccountFile } from './account-files.ts';

/** Our file that postgresql.conf includes. */
export const SETTINGS_FILE = 'pigeonpost.conf';

/** PostgreSQL's settings by name. */
export type Settings = Record<string, string>;

const SETTINGS: Settings = {
  // A commit must survive a power cut: a message sent and forgotten would be sent twice.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '60',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Laptops have solid-state disks; the default is for a turning one.
  random_page_cost: '1.1',
  // Compiling costs more than it saves on statements as short as ours.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Writes the settings for the next start. */
export async function writeSettings(
  { dataFolder, account }: { dataFolder: string; account: Account | undefined },
  ...changes: Settings[]
): Promise<void> {
  const lines = Object.entries(Object.assign({}, SETTINGS, ...changes) as Settings).map(
    ([name, value]) => `${name} = '${value.replaceAll('\\', '/').replaceAll("'", "''")}'\n`,
  );
  await replaceAccountFile(join(dataFolder, SETTINGS_FILE), lines.join(''), account);
}
