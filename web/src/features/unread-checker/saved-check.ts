import type { UnreadResults } from '@pigeonpost/contract/calls/unread-checker';

/** The results of a check that has ended, and when. */
export type EndedCheck = { results: UnreadResults; checked_at: string };

type Kept = 'results' | 'last-check' | 'profiles';

/** What this browser keeps of a user's checks; nothing where it was cleared, or is not what it should be. */
export function readEndedCheck(userId: number): EndedCheck | undefined {
  const results = read(userId, 'results') as UnreadResults | undefined;
  const checked_at = read(userId, 'last-check');
  const isWhole = Array.isArray(results?.results) && typeof checked_at === 'string';
  return isWhole ? { results: results as UnreadResults, checked_at } : undefined;
}

/** Keeps the results of a check, or forgets them. */
export function keepEndedCheck(userId: number, check: EndedCheck | undefined): void {
  write(userId, 'results', check?.results);
  write(userId, 'last-check', check?.checked_at);
}

/** The profiles that were chosen last; undefined where none were ever. */
export function readChoice(userId: number): number[] | undefined {
  const ids = read(userId, 'profiles');
  return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : undefined;
}

export function keepChoice(userId: number, ids: number[]): void {
  write(userId, 'profiles', ids);
}

// Each user of this browser has their own.
const keyOf = (userId: number, kept: Kept) => `unread-${kept}:${userId}`;

function read(userId: number, kept: Kept): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, kept)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function write(userId: number, kept: Kept, value: unknown): void {
  const key = keyOf(userId, kept);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage keeps nothing; the results are on the screen all the same.
  }
}
