import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import type { Account } from './account.ts';

// The folder of PostgreSQL's data belongs to its account, which may place a link where a file of ours is expected: root
// must write nothing through it. Windows has no such flag, and no root.
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** Writes a whole file of the account through a temporary name: a reader finds the old or the new one. */
export async function replaceAccountFile(
  path: string,
  text: string,
  account: Account | undefined,
): Promise<void> {
  const unfinished = `${path}.new`;
  await unlink(unfinished).catch(ignoreMissing);
  const file = await open(
    unfinished,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINK,
    0o600,
  );
  try {
    if (account) await file.chown(account.uid, account.gid);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/** Appends to a file of the account; throws if something else is in its place. */
export async function appendToAccountFile(
  path: string,
  text: string,
  account: Account | undefined,
): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND | NO_LINK);
  try {
    await refuseForeign(file, path, account);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** Reads a file of the account; throws if it is a link, which could lead to a file that only root may read. */
export async function readAccountFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | NO_LINK);
  return file.readFile('utf8').finally(() => file.close());
}

/** A hard link to another file is not refused when it is opened. */
async function refuseForeign(file: FileHandle, path: string, account: Account | undefined): Promise<void> {
  const { uid, nlink } = await file.stat();
  if (account && (uid !== account.uid || nlink !== 1))
    throw new Error(`${path} is not the file that PostgreSQL has made.`);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
