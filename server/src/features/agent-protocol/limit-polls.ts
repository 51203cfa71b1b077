import { DEFAULT_BODY_LIMIT } from '@pigeonpost/contract/limits';
import type { Caller } from '../../access/caller.ts';
import { tooMany } from '../../errors.ts';

/** The most waiting work calls of one agent: each asks the database whenever its user is nudged. */
const POLLS_AN_AGENT = 20;
const RETRY_SECONDS = 5;

/** Counts the open work calls of each agent. */
interface OpenPolls {
  /** Refuses a call beyond an agent's limit. A call with very many folders counts as several, because it keeps them. */
  enter(caller: Caller, paths: readonly string[]): void;
  leave(caller: Caller, paths: readonly string[]): void;
}

/** One for a server, which counts its own (docs/scaling.md#what-a-process-keeps-to-itself). */
export function limitPolls(): OpenPolls {
  const open = new Map<string, number>();
  return {
    enter(caller, paths) {
      const key = keyOf(caller);
      const count = (open.get(key) ?? 0) + weightOf(paths);
      if (count > POLLS_AN_AGENT)
        throw tooMany(
          `This agent has ${POLLS_AN_AGENT} work calls open. Wait for one of them to be answered.`,
          RETRY_SECONDS,
        );
      open.set(key, count);
    },
    leave(caller, paths) {
      const key = keyOf(caller);
      const left = (open.get(key) ?? 0) - weightOf(paths);
      if (left <= 0) open.delete(key);
      else open.set(key, left);
    },
  };
}

/** At most an agent's whole limit, so that one call is always allowed. */
function weightOf(paths: readonly string[]): number {
  const characters = paths.reduce((sum, { length }) => sum + length, 0);
  return Math.min(POLLS_AN_AGENT, 1 + Math.floor(characters / DEFAULT_BODY_LIMIT));
}

/** All of a user's own scripts are one agent. */
const keyOf = ({ user, agent_id }: Caller) => `${user.id} ${agent_id}`;
