import type { Deps } from '../../deps.ts';
import { type FoundCaller, findCaller } from './authenticate.ts';

/** For how long an agent's token need not be looked up again: its calls come in quick succession. */
const REMEMBERED_MS = 1000;
const AGENTS_AT_MOST = 10_000;

/** Finds callers by their tokens, and for a moment remembers agents. */
export interface CallerMemory {
  find(token: string | undefined): Promise<FoundCaller | undefined>;
  /** After whatever may have ended a token or changed its user in this process. Another one is believed after a second. */
  forget(): void;
}

export function createCallerMemory(deps: Pick<Deps, 'asSystem' | 'callAsSystem' | 'clock'>): CallerMemory {
  let agents = new Map<string, { caller: FoundCaller; at: number }>();
  return {
    async find(token) {
      const known = token && agents.get(token);
      const now = deps.clock.now().getTime();
      if (known && Math.abs(now - known.at) < REMEMBERED_MS) return known.caller;
      const asked = agents;
      const caller = await findCaller(deps, token);
      if (caller?.kind !== 'agent' || !caller.is_active || !token) return caller;
      if (asked.size >= AGENTS_AT_MOST) asked.clear();
      // What was forgotten meanwhile stays so: the answer may be from before.
      asked.set(token, { caller, at: now });
      return caller;
    },
    forget() {
      agents = new Map();
    },
  };
}
