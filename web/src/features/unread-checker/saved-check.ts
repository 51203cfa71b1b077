import type { UnreadResults } from '@pigeonpost/contract/calls/unread-checker';

/** The results of an ended check, and its time. */
export type EndedCheck = { results: UnreadResults; checked_at: string };

type Kept = 'results' | 'last-check' | 'profiles';

/** This browser's stored check of a user; nothing if it was cleared, or is invalid. */
export function readEndedCheck(user_id: number): EndedCheck | undefined {
  const results = read(user_id, 'results') as UnreadResults | undefined;
  const checked_at = read(user_id, 'last-check');
  const isWhole = Array.isArray(results?.results) && typeof checked_at === 'string';
  return isWhole ? { results: results as UnreadResults, checked_at } : undefined;
}

/** Stores the results of a check, or removes them. */
export function keepEndedCheck(user_id: number, check: EndedCheck | undefined): void {
  write(user_id, 'results', check?.results);
  write(user_id, 'last-check', check?.checked_at);
}

/** The profiles chosen last; undefined if none ever were. */
export function readChoice(user_id: number): number[] | undefined {
  const ids = read(user_id, 'profiles');
  return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : undefined;
}

/** Stores the chosen profiles for the user's next check in this browser. */
export function keepChoice(user_id: number, ids: number[]): void {
  write(user_id, 'profiles', ids);
}

// Each user of this browser has their own.
const keyOf = (user_id: number, kept: Kept) => `unread-${kept}:${user_id}`;

function read(user_id: number, kept: Kept): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(user_id, kept)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function write(user_id: number, kept: Kept, value: unknown): void {
  const key = keyOf(user_id, kept);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage keeps nothing; the results are still on the screen.
  }
}
