import { chmodSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from '../start-error.ts';

/** The user that PostgreSQL runs as if the server runs as root, which PostgreSQL refuses. */
export interface Account {
  uid: number;
  gid: number;
}

/** The account that runs PostgreSQL: `nobody` if this process is root, else undefined, which means its own account. */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8');
  const [, uid, gid] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users) ?? [];
  if (uid === undefined || gid === undefined) {
    throw new StartError(
      'PostgreSQL does not run as root, and this system has no user "nobody" to run it as. ' +
        'Start Pigeonpost as another user, or set DATABASE_URL.',
    );
  }
  // Some systems (macOS) write ids as negative numbers, but mean them as unsigned.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** The outermost part of the path that the account may not enter (or, at its end, use); undefined if none. */
export function findClosedPart(path: string, account: Account): string | undefined {
  for (const part of withParents(path)) {
    const { uid, gid, mode } = statSync(part);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return part;
  }
  return undefined;
}

/** The outermost part of the path in which the account may add or replace an entry; undefined if none. */
export function findWritablePart(path: string, account: Account): string | undefined {
  const parts = withParents(realpathSync(path));
  return parts.find((part, index) => {
    const { uid, gid, mode } = statSync(part);
    const isWritable = (mode & 0o002) !== 0 || (gid === account.gid && (mode & 0o020) !== 0);
    // In a folder such as /tmp, only the owner of an entry may replace it.
    const isSticky = (mode & 0o1000) !== 0 && index < parts.length - 1;
    return uid === account.uid || (isWritable && !isSticky);
  });
}

/** Lets the account pass through one of our folders, without listing it. */
export function allowTraversal(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & 0o011) !== 0o011) chmodSync(folder, (mode & 0o7777) | 0o011);
}

function withParents(path: string): string[] {
  const parts = [resolve(path)];
  for (let parent = dirname(parts[0] as string); parent !== parts[0]; parent = dirname(parent))
    parts.unshift(parent);
  return parts;
}
