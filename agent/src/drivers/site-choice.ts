import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import { replaceFile } from '../storage/durable-file.ts';

/** An account's site as the server said it. Its kind may be newer than this agent. */
export type TakenSite = Record<string, string> & { kind: string };

/** The site that the agent took last; null: none, so that it takes what lies in its folder. */
export function findSiteChoice({ path }: Pick<AgentDirectory, 'path'>): TakenSite | null {
  try {
    return readSite(JSON.parse(readFileSync(choiceFile(path), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${choiceFile(path)} cannot be read: delete it, and the server says the site again.`, {
      cause: error,
    });
  }
}

/** Stores it for the next start, which may be without the server. */
export function storeSiteChoice({ path }: Pick<AgentDirectory, 'path'>, site: TakenSite | null): void {
  replaceFile(choiceFile(path), JSON.stringify(site));
}

/** A site that comes from outside. Throws a sentence if it is none. */
export function readSite(value: unknown): TakenSite | null {
  if (value === null) return null;
  const fields = typeof value === 'object' ? Object.values(value as object) : [];
  if (!Object.hasOwn(Object(value), 'kind') || fields.some((field) => typeof field !== 'string'))
    throw new Error('The request does not say its site.');
  return value as TakenSite;
}

function choiceFile(directory: string): string {
  return join(directory, 'site.json');
}
