import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lchown, lstat, mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Account } from './account.ts';
import { readAccountFile } from './account-files.ts';
import type { Settings } from './settings.ts';

// 107 bytes fit on Linux, 103 on macOS.
const LONGEST_SOCKET_PATH = 103;
const LOOPBACK = '127.0.0.1';

/** Listens in a folder that only PostgreSQL's user and root can enter: nothing is open to the network. */
export async function listenOnSocket(preferred: string, account: Account | undefined): Promise<Settings> {
  const folder = [preferred, shortFolder(tmpdir(), preferred), shortFolder('/tmp', preferred)].find(isShort);
  if (folder === undefined)
    throw new Error('The folder for temporary files has a path too long for a socket.');
  await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
  const place = await lstat(folder);
  // A short folder is in a place where any user can make one of its name, or a link, before us.
  const isOurs = place.uid === account?.uid || place.uid === process.getuid?.();
  if (!isOurs || !place.isDirectory()) {
    throw new StartError(
      `${folder} belongs to another user or is no folder. Remove it, or choose a DATA_DIR with a shorter path.`,
    );
  }
  if (account) await lchown(folder, account.uid, account.gid);
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
  };
}

/** Listens for this machine only, at a free port; the password keeps other users out. */
export async function listenOnLoopback(): Promise<Settings> {
  const probe = createServer().listen(0, LOOPBACK);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return { listen_addresses: LOOPBACK, port: String(port), unix_socket_directories: '' };
}

/** The address of the PostgreSQL that runs on this folder, from its own files; undefined if none has started. */
export async function readListening(dataFolder: string): Promise<{ host: string; port: number } | undefined> {
  const lines = (await readAccountFile(join(dataFolder, 'postmaster.pid')).catch(() => '')).split('\n');
  const [, , , port, socketFolder, host] = lines.map((line) => line.trim());
  const place = socketFolder || host;
  return port && place ? { host: place, port: Number(port) } : undefined;
}

function shortFolder(parent: string, preferred: string): string {
  return join(parent, `pigeonpost-${createHash('sha256').update(preferred).digest('hex').slice(0, 12)}`);
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
