import type { Caller } from '../../access/caller.ts';
import { findCallingRole } from '../../access/session-queries.ts';
import type { Tx } from '../../database/transaction.ts';
import { unauthorized } from '../../errors.ts';
import { findScriptAgent, insertScriptAgent } from './queries.ts';

/**
 * The agent that makes a call; 401 if its token ended while the call waited. A script that works with its user's login
 * token never enrolled: all scripts of a user count as one agent, created at the first call, so that presence, requests
 * and profiles treat it like any other (docs/behaviour.md#agents).
 */
export async function getCallingAgentId(tx: Tx, caller: Caller, now: Date): Promise<number> {
  const user_id = caller.user.id;
  if (!(await findCallingRole(tx, { id: caller.session_id, user_id }))) throw unauthorized();
  return caller.agent_id ?? (await findScriptAgent(tx, user_id)) ?? insertScriptAgent(tx, user_id, now);
}
