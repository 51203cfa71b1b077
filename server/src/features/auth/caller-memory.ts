import type { Deps } from '../../deps.ts';
import { type FoundCaller, findCaller } from './authenticate.ts';

/** For how long an agent's token need not be looked up again: its calls come in quick succession. */
const REMEMBERED_MS = 1000;
/** The same where the call itself asks whether the token still holds: only whose it is must be known. */
const KNOWN_MS = 5 * 60_000;
const AGENTS_AT_MOST = 50_000;

/** Finds callers by their tokens, and for a moment remembers agents. */
export interface CallerMemory {
  find(token: string | undefined, options: { checksSession: boolean }): Promise<FoundCaller | undefined>;
  /** After whatever may have ended a token or changed its user in this process. Another one is believed after a second. */
  forget(): void;
  /** After a call found that the token holds no longer. */
  forgetToken(token: string | undefined): void;
}

interface Known {
  caller: FoundCaller;
  at: number;
  /** How often something was forgotten before it was looked up. */
  age: number;
  /** Under way: an agent's calls come many at once, and one question is enough for them. */
  lookup?: { found: Promise<FoundCaller | undefined>; age: number } | undefined;
}

/** One for a server. What another one ends is believed here for as long as it is remembered. */
export function createCallerMemory(deps: Pick<Deps, 'asSystem' | 'callAsSystem' | 'clock'>): CallerMemory {
  const agents = new Map<string, Known>();
  let age = 0;
  return {
    async find(token, { checksSession }) {
      const known = token && agents.get(token);
      const now = deps.clock.now().getTime();
      if (known && holds(known, now, checksSession)) return known.caller;
      // What is forgotten after it was asked, it may not know.
      if (known && known.lookup?.age === age) return known.lookup.found;
      const found = lookUp(token, now);
      if (known) share(known, found);
      return found;
    },
    forget() {
      age++;
    },
    forgetToken(token) {
      if (token) agents.delete(token);
    },
  };

  async function lookUp(token: string | undefined, now: number): Promise<FoundCaller | undefined> {
    // What was forgotten meanwhile stays so: the answer may be from before.
    const asked = age;
    const caller = await findCaller(deps, token);
    if (!token) return caller;
    if (caller?.kind !== 'agent' || !caller.is_active) agents.delete(token);
    else {
      if (agents.size >= AGENTS_AT_MOST) agents.clear();
      agents.set(token, { caller, at: now, age: asked });
    }
    return caller;
  }

  /** With the calls that come before it is answered; one that fails is asked again by the next. */
  function share(known: Known, found: Promise<FoundCaller | undefined>): void {
    const lookup = { found, age };
    known.lookup = lookup;
    found.catch(() => {
      if (known.lookup === lookup) known.lookup = undefined;
    });
  }

  function holds(known: Known, now: number, checksSession: boolean): boolean {
    const passed = Math.abs(now - known.at);
    return checksSession ? passed < KNOWN_MS : passed < REMEMBERED_MS && known.age === age;
  }
}
