import { randomBytes } from 'node:crypto';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { runProgram } from './embedded-program.ts';
import { SETTINGS_FILE } from './embedded-settings.ts';
import { StartError } from './start-error.ts';

export const SUPERUSER = 'pigeonpost';
const START_SECONDS = '120';
const LOG_BYTES_KEPT = 5_000_000;

/** A PostgreSQL data folder, its password and what is needed to run it. */
export interface Cluster {
  /** Holds the data folder and the password; made as a whole, so that it is there complete or not at all. */
  folder: string;
  binaries: Binaries;
  account: Account | undefined;
}

export function dataFolderOf(cluster: Cluster): string {
  return join(cluster.folder, 'data');
}

export async function readPassword(cluster: Cluster): Promise<string> {
  return readFile(join(cluster.folder, 'password'), 'utf8');
}

/** Makes the data folder unless it is there; StartError when another major version of PostgreSQL made it. */
export async function ensureCluster(cluster: Cluster, initdbArgs: string[] = []): Promise<void> {
  const { majorVersion } = cluster.binaries;
  const made = await readMajorVersion(cluster);
  if (made === majorVersion) return;
  if (made !== undefined) {
    throw new StartError(
      `The data in ${cluster.folder} was made by PostgreSQL ${made}, and this Pigeonpost brings ${majorVersion}. ` +
        'Start the Pigeonpost that made it and export a backup there.',
    );
  }
  const unfinished = { ...cluster, folder: `${cluster.folder}.new-${process.pid}` };
  try {
    await initialise(unfinished, initdbArgs);
    await rename(unfinished.folder, cluster.folder);
  } catch (error) {
    await rm(unfinished.folder, { recursive: true, force: true });
    // Another server, started at the same moment, was faster: its data folder is as good.
    if ((await readMajorVersion(cluster)) === undefined) throw error;
  }
}

/** Removes what servers killed during their first start have left; call it when no other can be running. */
export async function removeUnfinished(dataDir: string, cluster: Cluster): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (path.startsWith(`${cluster.folder}.new-`)) await rm(path, { recursive: true, force: true });
  }
}

export async function isRunning(cluster: Cluster): Promise<boolean> {
  return (await pgCtl(cluster, ['status'])).code === 0;
}

/** Starts PostgreSQL and waits until it has recovered; false when it does not start. */
export async function startCluster(cluster: Cluster): Promise<boolean> {
  const logFile = logFileOf(cluster);
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > LOG_BYTES_KEPT) await rename(logFile, `${logFile}.old`);
  const args = ['start', '-w', '-s', '-t', START_SECONDS, '-l', logFile];
  return (await pgCtl(cluster, args, false)).code === 0;
}

/** Rolls back what is under way, writes everything down and ends PostgreSQL; nothing if it has ended already. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const { code, output } = await pgCtl(cluster, ['stop', '-w', '-s', '-m', 'fast', '-t', START_SECONDS]);
  if (code !== 0 && (await isRunning(cluster))) throw new Error(`PostgreSQL does not stop: ${output}`);
}

/** The last lines of PostgreSQL's own log, for a message about why it does not start. */
export async function readLogEnd(cluster: Cluster): Promise<string> {
  const text = await readFile(logFileOf(cluster), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}

function logFileOf(cluster: Cluster): string {
  return join(dataFolderOf(cluster), 'server.log');
}

async function readMajorVersion(cluster: Cluster): Promise<string | undefined> {
  const text = await readFile(join(dataFolderOf(cluster), 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}

async function initialise(cluster: Cluster, initdbArgs: string[]): Promise<void> {
  const { folder, binaries, account } = cluster;
  const passwordFile = join(folder, 'password');
  const dataFolder = dataFolderOf(cluster);
  await mkdir(folder, { recursive: true });
  // The account passes through the folder to what is its own in there, and cannot list the rest.
  await chmod(folder, 0o711);
  await mkdir(dataFolder, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) await chown(dataFolder, account.uid, account.gid);
  if (account) await chown(passwordFile, account.uid, account.gid);
  // The built-in locale sorts and folds case alike on every system and with every C library.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const login = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', dataFolder, ...locale, ...login, ...initdbArgs];
  const { code, output } = await runProgram({ program: binaries.initdb, args, cwd: folder, account });
  if (code !== 0) throw new StartError(`PostgreSQL could not make its data folder in ${folder}: ${output}`);
  if (account) await chown(passwordFile, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await appendFile(join(dataFolder, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`);
}

async function pgCtl(cluster: Cluster, args: string[], listen = true): ReturnType<typeof runProgram> {
  const { folder, binaries, account } = cluster;
  const [command, ...rest] = args;
  const all = [command as string, '-D', dataFolderOf(cluster), ...rest];
  return runProgram({ program: binaries.pgCtl, args: all, cwd: folder, account, listen });
}
