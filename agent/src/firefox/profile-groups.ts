import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A profile of a group, made by Firefox's own "New profile" (docs/firefox.md#profile-groups). */
export interface GroupMember {
  id: number;
  name: string;
  path: string;
}

const READ_ATTEMPTS = 5;
const WRITE_WAIT_MS = 2_000;

/**
 * The profiles of a group; none if it has no list. Throws if its list cannot be read. Reads a copy, so that a Firefox
 * with the open list is neither delayed nor has a file changed.
 */
export function readProfileGroup(profilesDir: string, storeId: string): GroupMember[] {
  const file = storeFile(profilesDir, storeId);
  if (!file || !existsSync(file)) return [];
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-group-'));
  try {
    const copy = join(folder, 'group.sqlite');
    const { main, log } = readStore(file);
    writeFileSync(copy, main);
    if (log) writeFileSync(`${copy}-wal`, log);
    return selectMembers(copy, profilesDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Removes a profile from the list of its group and runs `meanwhile` before the commit. If that throws, the profile
 * stays listed; if the commit fails, the function that it returned undoes the rest.
 */
export function removeGroupMember(
  profilesDir: string,
  { storeId, id, meanwhile }: { storeId: string; id: number; meanwhile: () => () => void },
): void {
  const file = storeFile(profilesDir, storeId);
  if (!file) throw new Error(`There is no list of profiles called '${storeId}'.`);
  using list = new DatabaseSync(file, { timeout: WRITE_WAIT_MS });
  inList(() => {
    list.exec('begin immediate');
    list.prepare('delete from Profiles where id = ?').run(id);
  });
  // Closing the list without a commit rolls the change back.
  const undo = meanwhile();
  try {
    inList(() => list.exec('commit'));
  } catch (error) {
    undo();
    throw error;
  }
}

function inList(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw new Error(`Firefox's list of profiles could not be changed: ${(error as Error).message}`);
  }
}

/** Removes the list of a group that has no profile left. */
export function removeProfileGroup(profilesDir: string, storeId: string): void {
  const file = storeFile(profilesDir, storeId);
  if (!file) return;
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

// The name is from profiles.ini, which may contain anything.
function storeFile(profilesDir: string, storeId: string): string | undefined {
  return /^[\w-]+$/.test(storeId) ? join(profilesDir, 'Profile Groups', `${storeId}.sqlite`) : undefined;
}

/**
 * The file and its log at one moment. If the log is the same before and after, it has everything that can have got into
 * the file meanwhile, so both together are complete.
 */
function readStore(file: string): { main: Buffer; log: Buffer | undefined } {
  for (let attempt = 1; ; attempt++) {
    const log = readLog(file);
    const main = readFileSync(file);
    const after = readLog(file);
    const isSame = log && after ? log.equals(after) : log === after;
    if (isSame || attempt === READ_ATTEMPTS) return { main, log };
  }
}

function readLog(file: string): Buffer | undefined {
  try {
    return readFileSync(`${file}-wal`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function selectMembers(file: string, profilesDir: string): GroupMember[] {
  using list = new DatabaseSync(file);
  return list
    .prepare('select id, name, path from Profiles order by id')
    .all()
    .map(({ id, name, path }) => ({
      id: Number(id),
      name: String(name),
      path: resolve(profilesDir, String(path)),
    }));
}
