import type { Outcome } from '@pigeonpost/contract/agent';
import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Step } from '../campaigns/effects.ts';
import { lockEngine } from './engine-lock.ts';
import { move } from './move.ts';
import { RESULT } from './result-statement.ts';

export interface ResultCall {
  userId: number;
  token: string;
  campaignId: number;
  recipientId: number;
  outcome: Outcome;
  blocked: boolean;
  profileInUse: boolean;
  reason: string | null;
  /** From 0 to 1: where the profile's next message falls between the two delays. */
  draw: number;
}

/** The state that was recorded, or stale: the agent drops it. */
export type ResultVerdict = DeliveryState | 'stale';

/**
 * Records what came of deliveries, in the calls' order: evidence is never refused for a lost lease (engine.md,
 * idea 4). Each user's recipient at most once in a batch.
 */
export async function recordResults(step: Step, calls: ResultCall[]): Promise<ResultVerdict[]> {
  const users = calls.map(({ userId }) => userId);
  await lockEngine(step.tx, { userIds: users });
  const answers = await move<{ verdict: ResultVerdict }>(step, {
    name: 'result',
    text: RESULT,
    values: [
      users,
      calls.map(({ token }) => token),
      calls.map(({ campaignId }) => campaignId),
      calls.map(({ recipientId }) => recipientId),
      calls.map(({ outcome }) => outcome),
      calls.map(({ blocked }) => blocked),
      calls.map(({ profileInUse }) => profileInUse),
      calls.map(({ reason }) => reason),
      calls.map(({ draw }) => draw),
    ],
  });
  return answers.map(({ verdict }) => verdict);
}
