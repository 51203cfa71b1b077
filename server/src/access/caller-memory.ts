import type { Deps } from '../deps.ts';
import { type FoundCaller, findCaller } from './authenticate.ts';

/** For how long a token need not be looked up again: the calls of an agent, and of a page, come in quick succession. */
const REMEMBERED_MS = 1000;
/** The same where an agent's call itself asks whether the token still holds: only whose it is must be known. */
const KNOWN_MS = 5 * 60_000;
const CALLERS_AT_MOST = 50_000;
const CHANGED_USERS_AT_MOST = 10_000;

/** Finds callers by their tokens, and remembers them for a moment (docs/behaviour.md#sessions). */
export interface CallerMemory {
  find(token: string | undefined, options: { checksSession: boolean }): Promise<FoundCaller | undefined>;
  /** After a call found that the token holds no longer. */
  forgetToken(token: string | undefined): void;
}

interface Known {
  caller: FoundCaller;
  at: number;
  /** Which change was the last when it was looked up. */
  asked: number;
  /** Under way: calls of one caller come many at once, and one question is enough for them. */
  lookup?: { found: Promise<FoundCaller | undefined>; asked: number } | undefined;
}

/**
 * One for a server. What ends a token or changes its user nudges that user, at all servers: where nudges are not heard, a
 * browser's token is looked up for each call, and an agent's is believed for as long as it is remembered.
 */
export function createCallerMemory(
  deps: Pick<Deps, 'asSystem' | 'callAsSystem' | 'clock' | 'hearsPeers'> & {
    nudges: Pick<Deps['nudges'], 'watch'>;
  },
): CallerMemory {
  const callers = new Map<string, Known>();
  const changes = countChanges();
  deps.nudges.watch(changes.note);
  return {
    async find(token, { checksSession }) {
      const known = token ? callers.get(token) : undefined;
      const now = deps.clock.now().getTime();
      if (known && holds(known, now, checksSession)) return known.caller;
      // What changes after it was asked, it may not know.
      if (known?.lookup && isCurrent(known.caller, known.lookup.asked)) return known.lookup.found;
      const found = lookUp(token, now);
      if (known) share(known, found);
      return found;
    },
    forgetToken(token) {
      if (token) callers.delete(token);
    },
  };

  async function lookUp(token: string | undefined, now: number): Promise<FoundCaller | undefined> {
    // What changes meanwhile stays so: the answer may be from before.
    const asked = changes.last();
    const caller = await findCaller(deps, token);
    if (!token) return caller;
    if (!caller?.is_active) callers.delete(token);
    else {
      if (callers.size >= CALLERS_AT_MOST) callers.clear();
      callers.set(token, { caller, at: now, asked });
    }
    return caller;
  }

  /** With the calls that come before it is answered; one that fails is asked again by the next. */
  function share(known: Known, found: Promise<FoundCaller | undefined>): void {
    const lookup = { found, asked: changes.last() };
    known.lookup = lookup;
    found.catch(() => {
      if (known.lookup === lookup) known.lookup = undefined;
    });
  }

  function holds({ caller, at, asked }: Known, now: number, checksSession: boolean): boolean {
    const passed = Math.abs(now - at);
    if (checksSession && caller.kind === 'agent') return passed < KNOWN_MS;
    return passed < REMEMBERED_MS && isCurrent(caller, asked);
  }

  function isCurrent({ kind, user }: FoundCaller, asked: number): boolean {
    return asked >= changes.lastOf(user.id) && (kind === 'agent' || deps.hearsPeers());
  }
}

/** Numbers the nudges, each of which may stand for a change of its user; without a user, of anybody. */
function countChanges() {
  const users = new Map<number, number>();
  let last = 0;
  let lastOfAll = 0;
  return {
    note(user_id?: number): void {
      last++;
      if (user_id !== undefined && users.size < CHANGED_USERS_AT_MOST) users.set(user_id, last);
      else {
        lastOfAll = last;
        users.clear();
      }
    },
    last: () => last,
    lastOf: (user_id: number) => Math.max(lastOfAll, users.get(user_id) ?? 0),
  };
}
