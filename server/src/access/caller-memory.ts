import type { Deps } from '../deps.ts';
import { type FoundCaller, findCaller } from './authenticate.ts';

const REMEMBERED_MS = 1000;
const AGENTS_AT_MOST = 50_000;

/** Finds who a token belongs to; undefined if the token is unknown or expired. */
export type FindCaller = (token: string | undefined) => Promise<FoundCaller | undefined>;

/**
 * Finds callers by their tokens, and remembers agents for a second (docs/behaviour.md#sessions). An agent's calls come
 * in quick succession and are answered in batches, and a look-up for each call would be a large part of their cost.
 * Every change that ends a token or changes its user nudges that user at all servers, and after any nudge every token
 * is looked up again.
 */
export function createCallerMemory(
  deps: Pick<Deps, 'asSystem' | 'callAsSystem' | 'clock'> & { nudges: Pick<Deps['nudges'], 'watch'> },
): FindCaller {
  let agents = new Map<string, { caller: FoundCaller; at: number }>();
  deps.nudges.watch(() => {
    agents = new Map();
  });
  return async (token) => {
    // An answer from before a nudge goes into the old map, which is no longer read.
    const remembered = agents;
    const now = deps.clock.now().getTime();
    const known = token ? remembered.get(token) : undefined;
    if (known && Math.abs(now - known.at) < REMEMBERED_MS) return known.caller;
    const caller = await findCaller(deps, token);
    if (!token || caller?.kind !== 'agent' || !caller.is_active) return caller;
    if (remembered.size >= AGENTS_AT_MOST) remembered.clear();
    remembered.set(token, { caller, at: now });
    return caller;
  };
}
