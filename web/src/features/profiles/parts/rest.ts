/** The reasons of a profile's rest, as in the server's answers. */
type Rests = { blocked_at: string | null; signed_out_at: string | null; faulted_at: string | null };

/** The site blocked it, its session there has ended, or Firefox could not start with it on its machine. */
export type Rest = 'blocked' | 'signed-out' | 'faulted';

/** The words for a rest. */
export const REST_WORDS: Record<Rest, string> = {
  blocked: 'Blocked',
  'signed-out': 'Signed out',
  faulted: 'Cannot start',
};

/** Why a profile rests; undefined if it does not. The first two last until its owner resumes it. */
export function restOf({ blocked_at, signed_out_at, faulted_at }: Rests): Rest | undefined {
  if (blocked_at) return 'blocked';
  if (signed_out_at) return 'signed-out';
  return faulted_at ? 'faulted' : undefined;
}

/** All reasons of a rest, if there is room for all. */
export function restTags({ blocked_at, signed_out_at, faulted_at }: Rests): string[] {
  return [
    ...(blocked_at ? [REST_WORDS.blocked] : []),
    ...(signed_out_at ? [REST_WORDS['signed-out']] : []),
    ...(faulted_at ? [REST_WORDS.faulted] : []),
  ];
}
