import type { UnreadRequest, UnreadResult } from '@pigeonpost/contract/calls/unread-checker';

/** A profile of a check: counted, being counted, or waiting for its turn. */
export type CheckRow = Pick<UnreadResult, 'profile_name' | 'profile_path'> &
  (
    | { state: 'counted'; unread_count: number }
    | { state: 'error'; error: string }
    | { state: 'checking' | 'waiting' }
  );

/** The rows of a running check, in the order of its profiles: they fill in place. */
export function rowsOf({ profiles, results }: UnreadRequest): CheckRow[] {
  const found = new Map(results?.results.map((result) => [result.profile_path, result]));
  return profiles.map(({ profile_name, profile_path, is_checking }) => {
    const result = found.get(profile_path);
    if (result) return toRow(result);
    return { profile_name, profile_path, state: is_checking ? 'checking' : 'waiting' };
  });
}

/** A profile that was checked. */
export function toRow({ profile_name, profile_path, unread_count, error }: UnreadResult): CheckRow {
  const profile = { profile_name, profile_path };
  return error === null
    ? { ...profile, state: 'counted', unread_count }
    : { ...profile, state: 'error', error };
}

/** The figures of a check. */
type Figures = {
  checked: number;
  all: number;
  unread: number;
  withUnread: number;
  successful: number;
  errors: number;
};

/** Counts the present results: rows that wait or are being counted are in `all` only. */
export function figuresOf(rows: CheckRow[]): Figures {
  const counts = rows.flatMap((row) => (row.state === 'counted' ? [row.unread_count] : []));
  const errors = rows.filter(({ state }) => state === 'error').length;
  return {
    checked: counts.length + errors,
    all: rows.length,
    unread: counts.reduce((sum, count) => sum + count, 0),
    withUnread: counts.filter((count) => count > 0).length,
    successful: counts.length,
    errors,
  };
}
