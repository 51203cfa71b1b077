import { open, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './process-table.ts';

/** The process that has a profile open; its pid is not known on every system. */
interface ProfileHolder {
  pid: number | undefined;
}

/** A profile is open in a Firefox that this agent does not drive. */
export class ProfileInUse extends Error {
  readonly pid: number | undefined;

  constructor(pid: number | undefined) {
    super(`Profile is open in Firefox${pid === undefined ? '' : ` (pid ${pid})`}. Close it first.`);
    this.name = 'ProfileInUse';
    this.pid = pid;
  }
}

const FIREFOX_COMMAND = /(^|[\\/])firefox(-esr|-bin|\.exe)?([\s"]|$)/i;

/** Finds the Firefox that has a profile open. The lock files alone prove nothing: both outlive a clean exit. */
export async function findProfileHolder(
  profilePath: string,
  platform: NodeJS.Platform = process.platform,
): Promise<ProfileHolder | undefined> {
  if (platform === 'win32') return holderByOpening(join(profilePath, 'parent.lock'));
  if (platform === 'linux') {
    const locks = await readFile('/proc/locks', 'utf8').catch(() => undefined);
    if (locks !== undefined) return holderByLocks(locks, join(profilePath, '.parentlock'));
  }
  return holderByLink(join(profilePath, 'lock'), platform);
}

async function holderByLocks(locks: string, lockFile: string): Promise<ProfileHolder | undefined> {
  const file = await stat(lockFile, { bigint: true }).catch(() => undefined);
  if (!file) return undefined;
  for (const line of locks.split('\n')) {
    const lock = /\bWRITE\s+(-?\d+)\s+([0-9a-f]+:[0-9a-f]+):(\d+)\s/.exec(line);
    if (!lock?.[1] || lock[3] !== String(file.ino)) continue;
    const pid = Number(lock[1]);
    // Inodes repeat on other disks; but on btrfs and overlays the device here differs from stat's.
    if (lock[2] === deviceName(file.dev) || (await hasOpen(pid, lockFile))) {
      return { pid: pid > 0 ? pid : undefined };
    }
  }
  return undefined;
}

function deviceName(device: bigint): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn);
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn & 0xffffffffn);
  return `${major.toString(16).padStart(2, '0')}:${minor.toString(16).padStart(2, '0')}`;
}

async function hasOpen(pid: number, path: string): Promise<boolean> {
  try {
    const wanted = await realpath(path);
    for (const descriptor of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => undefined);
      if (target === wanted) return true;
    }
  } catch {
    // Gone, or of another user.
  }
  return false;
}

async function holderByLink(link: string, platform: NodeJS.Platform): Promise<ProfileHolder | undefined> {
  const target = await readlink(link).catch(() => undefined);
  const pid = Number(/:\+?(\d+)$/.exec(target ?? '')?.[1]);
  const holder = await findProcess(pid, platform);
  return holder && FIREFOX_COMMAND.test(holder.command) ? { pid } : undefined;
}

async function holderByOpening(lockFile: string): Promise<ProfileHolder | undefined> {
  try {
    await (await open(lockFile, 'r+')).close();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { pid: undefined };
  }
}
