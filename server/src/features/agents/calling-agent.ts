import type { Tx } from '../../database/transaction.ts';
import { unauthorized } from '../../errors.ts';
import type { Caller } from '../../http.ts';
import { findScriptAgent, hasAgent, insertScriptAgent } from './queries.ts';

/**
 * The agent that makes a call; 401 when it was revoked while the call waited. A script that works with its
 * user's login token (3-decisions, Tokens) never enrolled: all of a user's scripts are one agent, made at their
 * first call, so that presence, requests and profiles know them like any other.
 */
export async function getCallingAgentId(tx: Tx, caller: Caller, now: Date): Promise<number> {
  const userId = caller.user.id;
  if (caller.agent_id === null)
    return (await findScriptAgent(tx, userId)) ?? insertScriptAgent(tx, userId, now);
  if (!(await hasAgent(tx, { userId, agentId: caller.agent_id }))) throw unauthorized();
  return caller.agent_id;
}
