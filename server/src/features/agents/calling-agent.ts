import type { Tx } from '../../database/transaction.ts';
import { unauthorized } from '../../errors.ts';
import type { Caller } from '../../http.ts';
import { hasSession } from '../auth/queries.ts';
import { findScriptAgent, insertScriptAgent } from './queries.ts';

/**
 * The agent that makes a call; 401 when its token ended while the call waited. A script that works with its
 * user's login token (3-decisions, Tokens) never enrolled: all of a user's scripts are one agent, made at their
 * first call, so that presence, requests and profiles know them like any other.
 */
export async function getCallingAgentId(tx: Tx, caller: Caller, now: Date): Promise<number> {
  const userId = caller.user.id;
  if (!(await hasSession(tx, { id: caller.session_id, user_id: userId }))) throw unauthorized();
  return caller.agent_id ?? (await findScriptAgent(tx, userId)) ?? insertScriptAgent(tx, userId, now);
}
