import type { EnrollingMachine } from '@pigeonpost/contract/calls/agent-protocol';
import type { Origin } from '../../access/caller.ts';
import { recordSecurityEvent } from '../../access/security-events.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { tooMany } from '../../errors.ts';
import { revokeAgent } from '../agents/queries.ts';
import { countMachines, insertAgent, listTokenlessAgents } from './machine-queries.ts';

/** The most machines of a user at once. */
const MACHINES_A_USER = 50;
const RETRY_SECONDS = 60;

/**
 * A machine becomes an agent of a user, with a session for its token (docs/behaviour.md#agents). Under the user lock.
 * 429 if the user has too many machines.
 */
export async function enrolMachine(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  enrolling: EnrollingMachine & { user_id: number; username: string; token_hash: Buffer; origin: Origin },
): Promise<number> {
  const { user_id, username, token_hash, origin, machine_name, platform, agent_version } = enrolling;
  const machine = { user_id, machine_name, platform, agent_version };
  const now = deps.clock.now();
  for (const agent_id of await listTokenlessAgents(tx, machine))
    await revokeAgent(tx, { user_id, agent_id, now });
  await refuseTooManyMachines(tx, user_id);
  const agent_id = await insertAgent(tx, { ...machine, token_hash, now });
  const event = { ...origin, user_id, username, detail: machine_name };
  await recordSecurityEvent(deps, tx, { ...event, kind: 'agent_enrolled' });
  return agent_id;
}

/** 429 while a user has the most machines allowed. */
export async function refuseTooManyMachines(tx: Tx, user_id: number): Promise<void> {
  if ((await countMachines(tx, user_id)) < MACHINES_A_USER) return;
  throw tooMany(
    `You have ${MACHINES_A_USER} machines. Remove one in Settings, then start the agent again.`,
    RETRY_SECONDS,
  );
}
