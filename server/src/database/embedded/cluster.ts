import { randomBytes } from 'node:crypto';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { StartError } from '../start-error.ts';
import type { Account } from './account.ts';
import { appendToAccountFile, readAccountFile } from './account-files.ts';
import type { Binaries } from './binaries.ts';
import { type Program, runProgram } from './program.ts';
import { SETTINGS_FILE } from './settings.ts';

export const SUPERUSER = 'pigeonpost';
const WAIT_SECONDS = 120;
/** The clock may have been set since the start of the machine. */
const CLOCKS_DIFFER_SECONDS = 10;
const LOG_BYTES_KEPT = 5_000_000;

/** What PostgreSQL is waited for. */
export type OnWait = (whatFor: 'making' | 'starting') => void;

/** A PostgreSQL data folder, its password and what is needed to run it. */
export interface Cluster {
  /** Contains the data folder and the password; made atomically, so that it is complete or missing. */
  folder: string;
  binaries: Binaries;
  account: Account | undefined;
  /** Called when one of its programs that take a while has been started. */
  onWait?: OnWait | undefined;
}

/** PostgreSQL's own data directory. */
export function dataFolderOf(cluster: Cluster): string {
  return join(cluster.folder, 'data');
}

/** The password of `SUPERUSER`, made with the cluster. */
export async function readPassword(cluster: Cluster): Promise<string> {
  return readFile(join(cluster.folder, 'password'), 'utf8');
}

/** Makes the data folder unless it exists; throws StartError if another major version of PostgreSQL made it. */
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
  const unfinished = { ...cluster, folder: await mkdtemp(`${cluster.folder}.new-${process.pid}-`) };
  try {
    await initialise(unfinished, initdbArgs);
    await rename(unfinished.folder, cluster.folder);
  } catch (error) {
    await rm(unfinished.folder, { recursive: true, force: true });
    // Another server, started at the same moment, was faster: its data folder is as good.
    if ((await readMajorVersion(cluster)) === undefined) throw error;
  }
}

/**
 * Removes the remains of servers that were killed during their first start, but not those of one that may be starting
 * now.
 */
export async function removeUnfinished(dataDir: string, cluster: Cluster, log: Log): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    const [, pid] = /^\.new-(\d+)/.exec(path.slice(cluster.folder.length)) ?? [];
    if (!path.startsWith(cluster.folder) || pid === undefined || isAtWork(Number(pid))) continue;
    await rm(path, { recursive: true, force: true }).catch((err) =>
      log.warn({ err }, `${path} is left from a start that was cut off, and could not be removed.`),
    );
  }
}

function isAtWork(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Removes the file in which a PostgreSQL says that it runs, if that was before this machine was started: after a power
 * cut its process number may be another program's, and PostgreSQL would take that for itself.
 */
export async function forgetEarlierBoot(cluster: Cluster): Promise<void> {
  const file = join(dataFolderOf(cluster), 'postmaster.pid');
  const [, , startedAt] = (await readAccountFile(file).catch(() => '')).split('\n');
  const bootedAt = systemClock.now().getTime() / 1000 - uptime();
  if (startedAt && Number(startedAt) < bootedAt - CLOCKS_DIFFER_SECONDS) await rm(file, { force: true });
}

/** Whether PostgreSQL runs on this folder, whichever process started it. */
export async function isRunning(cluster: Cluster): Promise<boolean> {
  return (await pgCtl(cluster, ['status'])).code === 0;
}

/** Starts PostgreSQL and waits until it has recovered; false if it does not start in this time. */
export async function startCluster(cluster: Cluster, seconds = WAIT_SECONDS): Promise<boolean> {
  const logFile = logFileOf(cluster);
  const size = await lstat(logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > LOG_BYTES_KEPT) await rename(logFile, `${logFile}.old`);
  const args = ['start', '-w', '-s', '-t', String(seconds), '-l', logFile];
  return (
    (await pgCtl(cluster, args, { listen: false, onStart: () => cluster.onWait?.('starting') })).code === 0
  );
}

/**
 * Rolls back running transactions, writes everything to the disk and ends PostgreSQL; does nothing if it has ended
 * already.
 */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const args = ['stop', '-w', '-s', '-m', 'fast', '-t', String(WAIT_SECONDS)];
  const { code, output } = await pgCtl(cluster, args);
  if (code !== 0 && (await isRunning(cluster))) throw new Error(`PostgreSQL does not stop: ${output}`);
}

/** Tells a PostgreSQL that is not up yet to end, and does not wait for it. */
export async function abandonCluster(cluster: Cluster): Promise<void> {
  await pgCtl(cluster, ['stop', '-W', '-s', '-m', 'fast']);
}

/** The last lines of PostgreSQL's own log, for a message about a failed start. */
export async function readLogEnd(cluster: Cluster): Promise<string> {
  const text = await readAccountFile(logFileOf(cluster)).catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}

function logFileOf(cluster: Cluster): string {
  return join(dataFolderOf(cluster), 'server.log');
}

async function readMajorVersion(cluster: Cluster): Promise<string | undefined> {
  const text = await readAccountFile(join(dataFolderOf(cluster), 'PG_VERSION')).catch(() => undefined);
  return text?.trim();
}

async function initialise(cluster: Cluster, initdbArgs: string[]): Promise<void> {
  const { folder, binaries, account, onWait } = cluster;
  const passwordFile = join(folder, 'password');
  const dataFolder = dataFolderOf(cluster);
  // The account can pass through the folder to its own part, but cannot list the rest.
  await chmod(folder, 0o711);
  await mkdir(dataFolder, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) await lchown(dataFolder, account.uid, account.gid);
  if (account) await lchown(passwordFile, account.uid, account.gid);
  // The built-in locale sorts and folds case alike on every system and with every C library.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const login = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', dataFolder, ...locale, ...login, ...initdbArgs];
  const { code, output } = await runProgram({
    program: binaries.initdb,
    args,
    cwd: folder,
    account,
    onStart: () => onWait?.('making'),
  });
  if (code !== 0) throw new StartError(`PostgreSQL could not make its data folder in ${folder}: ${output}`);
  if (account) await lchown(passwordFile, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await appendToAccountFile(join(dataFolder, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`, account);
}

async function pgCtl(
  cluster: Cluster,
  args: string[],
  how: Pick<Program, 'listen' | 'onStart'> = {},
): ReturnType<typeof runProgram> {
  const { folder, binaries, account } = cluster;
  const [command, ...rest] = args;
  const all = [command as string, '-D', dataFolderOf(cluster), ...rest];
  return runProgram({ program: binaries.pgCtl, args: all, cwd: folder, account, ...how });
}
