import { LEASE_SECONDS } from '@pigeonpost/contract/agent';
import type { Delivery } from '@pigeonpost/contract/calls/agent';
import type { Step } from '../campaigns/effects.ts';
import { settleCampaigns } from '../campaigns/settle.ts';
import { CLAIM } from './claim-statement.ts';
import { move } from './move.ts';

export interface Claim {
  userId: number;
  /** Who holds the leases. */
  agentId: number | null;
  /** Profiles of other machines are worked too: a script with its user's own login token may. */
  anyMachine: boolean;
  paths: string[];
  capacity: number;
}

interface Look {
  campaign_id: number;
  wanted: number;
  taken: number;
  /** Whether nothing more is to be found by looking again. */
  at_end: boolean;
  deliveries: Delivery[];
}

/**
 * Hands out the next deliveries of one user: at most one for each profile that is able, due and listed
 * (engine.md, claim). The engine's lock must be held.
 */
export async function claimDeliveries(step: Step, claim: Claim): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  const rewound = new Set<number>();
  let open: number[] | null = null;
  while (deliveries.length < claim.capacity) {
    const looks = await look(step, claim, { capacity: claim.capacity - deliveries.length, campaigns: open });
    for (const found of looks) deliveries.push(...found.deliveries);
    const short = looks.filter(({ taken, wanted }) => taken < wanted);
    const ended = short.filter(({ at_end, campaign_id }) => at_end && !rewound.has(campaign_id));
    const again = await goBackToPassed(step, claim.userId, ended);
    for (const id of again) rewound.add(id);
    open = [...short.filter(({ at_end }) => !at_end).map(({ campaign_id }) => campaign_id), ...again];
    await settleCampaigns(step, endedFor(claim.userId, short, open));
    if (open.length === 0) break;
  }
  return deliveries;
}

async function look(
  step: Step,
  { userId, agentId, anyMachine, paths }: Claim,
  { capacity, campaigns }: { capacity: number; campaigns: number[] | null },
): Promise<Look[]> {
  return move<Look>(step, {
    name: 'claim',
    text: CLAIM,
    values: [userId, anyMachine ? null : agentId, paths, capacity, LEASE_SECONDS, agentId, campaigns],
  });
}

/** At the end of the line: back to its start, once, for the names that another campaign held. */
async function goBackToPassed({ tx }: Step, userId: number, ended: Look[]): Promise<number[]> {
  if (ended.length === 0) return [];
  const { rows } = await tx.client.query<{ campaign_id: number }>({
    name: 'go-back-to-passed',
    text: `update campaign_progress set cursor = 0, passed = false
      where user_id = $1 and campaign_id = any ($2::bigint[]) and passed returning campaign_id`,
    values: [userId, ended.map(({ campaign_id }) => campaign_id)],
  });
  return rows.map(({ campaign_id }) => campaign_id);
}

function endedFor(userId: number, short: Look[], open: number[]) {
  return short
    .filter(({ campaign_id }) => !open.includes(campaign_id))
    .map(({ campaign_id }) => ({ user_id: userId, campaign_id }));
}
