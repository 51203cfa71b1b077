import type { FaultKind } from '@pigeonpost/contract/agent';

/** The reasons of a profile's rest, as in the server's answers. */
type Rests = {
  blocked_at: string | null;
  signed_out_at: string | null;
  faulted_at: string | null;
  fault_kind: FaultKind | null;
};

/**
 * The site blocked it, its session there has ended, Firefox could not start with it on its machine, or three people in a
 * row met one obstacle.
 */
export type Rest = 'blocked' | 'signed-out' | 'faulted' | 'obstructed';

/** The words for a rest. */
export const REST_WORDS: Record<Rest, string> = {
  blocked: 'Blocked',
  'signed-out': 'Signed out',
  faulted: 'Cannot start',
  obstructed: 'Cannot go on',
};

/** Why a profile rests; undefined if it does not. The first two last until its owner resumes it. */
export function restOf({ blocked_at, signed_out_at, faulted_at, fault_kind }: Rests): Rest | undefined {
  if (blocked_at) return 'blocked';
  if (signed_out_at) return 'signed-out';
  if (!faulted_at) return undefined;
  return fault_kind === 'obstacle' ? 'obstructed' : 'faulted';
}

/** Whether it is tried again by itself, and by a press. */
export function isTriedAgain(rest: Rest | undefined): boolean {
  return rest === 'faulted' || rest === 'obstructed';
}

/** All reasons of a rest, if there is room for all. */
export function restTags({ blocked_at, signed_out_at, faulted_at, fault_kind }: Rests): string[] {
  return [
    ...(blocked_at ? [REST_WORDS.blocked] : []),
    ...(signed_out_at ? [REST_WORDS['signed-out']] : []),
    ...(faulted_at ? [REST_WORDS[fault_kind === 'obstacle' ? 'obstructed' : 'faulted']] : []),
  ];
}
