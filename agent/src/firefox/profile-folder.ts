import { stat } from 'node:fs/promises';

/** Throws a sentence if there is no such folder: Firefox would silently make a new, empty profile there. */
export async function requireProfileFolder(profilePath: string): Promise<void> {
  const found = await stat(profilePath).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`There is no Firefox profile at ${profilePath}.`);
}
