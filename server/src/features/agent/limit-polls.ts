import { tooMany } from '../../http/errors.ts';
import type { Caller } from '../../http/handler.ts';

/** Work calls of one agent that may wait at once: each asks the database whenever its user is nudged. */
const POLLS_AN_AGENT = 20;
const RETRY_SECONDS = 5;

/** Runs an agent's work calls, and refuses those beyond what one agent may have open. */
export function limitPolls(): <T>(caller: Caller, poll: () => Promise<T>) => Promise<T> {
  const open = new Map<string, number>();
  return async (caller, poll) => {
    // All of a user's own scripts are one agent.
    const key = `${caller.user.id} ${caller.agent_id}`;
    const count = open.get(key) ?? 0;
    if (count >= POLLS_AN_AGENT)
      throw tooMany(
        `This agent has ${POLLS_AN_AGENT} work calls open. Wait for one of them to be answered.`,
        RETRY_SECONDS,
      );
    open.set(key, count + 1);
    try {
      return await poll();
    } finally {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    }
  };
}
