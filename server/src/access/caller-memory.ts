import type { Deps } from '../deps.ts';
import { type FoundCaller, findCaller } from './authenticate.ts';

const REMEMBERED_MS = 1000;
const AGENTS_AT_MOST = 50_000;

/** Finds who a token belongs to; undefined if the token is unknown or expired. */
export type FindCaller = (
  token: string | undefined,
  options?: {
    /** The call itself checks the session of an agent, so that one who is remembered need not be looked up before. */
    checksSession?: boolean;
  },
) => Promise<FoundCaller | undefined>;

type Needs = Pick<Deps, 'asSystem' | 'callAsSystem' | 'clock' | 'hearsPeers'> & {
  nudges: Pick<Deps['nudges'], 'count' | 'isNudgedSince'>;
};

interface Remembered {
  caller: FoundCaller;
  /** When it was looked up, in milliseconds. */
  at: number;
  /** The nudges that were heard before. */
  nudges: number;
}

/**
 * Finds callers by their tokens, and remembers agents for a second (docs/behaviour.md#sessions). An agent's calls come
 * in quick succession and are answered in batches, and a look-up for each call would be a large part of their cost.
 * Every change that ends a token or changes its user nudges that user at all servers, and after a nudge the user's
 * tokens are looked up again. For calls that check the session themselves the nudge is the only end.
 */
export function createCallerMemory(deps: Needs): FindCaller {
  const { nudges } = deps;
  const agents = new Map<string, Remembered>();

  return async (token, { checksSession = false } = {}) => {
    const known = token ? agents.get(token) : undefined;
    if (known && holds(known, checksSession)) return known.caller;
    const { count } = nudges;
    const at = deps.clock.now().getTime();
    const caller = await findCaller(deps, token);
    if (!token || caller?.kind !== 'agent' || !caller.is_active) return caller;
    if (agents.size >= AGENTS_AT_MOST) agents.clear();
    agents.set(token, { caller, at, nudges: count });
    return caller;
  };

  function holds({ caller, at, nudges: before }: Remembered, checksSession: boolean): boolean {
    if (nudges.isNudgedSince(caller.user.id, before)) return false;
    return Math.abs(deps.clock.now().getTime() - at) < REMEMBERED_MS || (checksSession && deps.hearsPeers());
  }
}
