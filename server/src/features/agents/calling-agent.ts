import type { Tx } from '../../database/transaction.ts';
import type { Caller } from '../../http.ts';
import { findScriptAgent, insertScriptAgent } from './queries.ts';

/**
 * The agent that makes a call. A script that works with its user's login token (3-decisions, Tokens) never
 * enrolled: all of a user's scripts are one agent, made at their first call, so that presence, requests and
 * profiles know them like any other.
 */
export async function getCallingAgentId(tx: Tx, caller: Caller, now: Date): Promise<number> {
  if (caller.agent_id !== null) return caller.agent_id;
  const userId = caller.user.id;
  return (await findScriptAgent(tx, userId)) ?? insertScriptAgent(tx, userId, now);
}
