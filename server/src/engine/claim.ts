import { LEASE_SECONDS } from '@pigeonpost/contract/agent';
import type { Delivery } from '@pigeonpost/contract/calls/agent';
import { fillTemplate } from '@pigeonpost/contract/templates';
import { CLAIM } from './claim-statement.ts';
import { completeCampaigns } from './complete-campaigns.ts';
import type { Step } from './events.ts';
import { transition } from './transitions.ts';

export interface Claim {
  user_id: number;
  /** Who holds the leases. */
  agent_id: number | null;
  /** Profiles of other machines are worked too: a script with its user's own login token may. */
  anyMachine: boolean;
  paths: string[];
  capacity: number;
}

interface Round {
  campaign_id: number;
  /** Whether it has fewer names than profiles that are due. */
  is_short: boolean;
  /** Whether another round finds nothing more, unless the line is read again from its start. */
  is_at_end: boolean;
  deliveries: (Omit<Delivery, 'message'> & { template_content: string })[];
}

/**
 * Hands out the next deliveries of one user: at most one for each profile that is eligible, due and listed
 * (docs/engine.md#claim). The engine's lock must be held.
 */
export async function claimDeliveries(step: Step, claim: Claim): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  const rewound = new Set<number>();
  let open: number[] | null = null;
  while (deliveries.length < claim.capacity) {
    const capacity = claim.capacity - deliveries.length;
    const rounds = await claimOnce(step, { ...claim, capacity }, { open, rewound });
    for (const round of rounds) deliveries.push(...round.deliveries.map(toDelivery));
    const short = rounds.filter(({ is_short }) => is_short);
    const ended = short.filter(({ is_at_end, campaign_id }) => is_at_end && !rewound.has(campaign_id));
    const again = await rewindLines(step, claim.user_id, ended);
    for (const id of again) rewound.add(id);
    open = [...short.filter(({ is_at_end }) => !is_at_end).map(({ campaign_id }) => campaign_id), ...again];
    await completeCampaigns(step, closedKeys(claim.user_id, short, open));
    if (open.length === 0) break;
  }
  return deliveries;
}

async function claimOnce(
  step: Step,
  { user_id, agent_id, anyMachine, paths, capacity }: Claim,
  { open, rewound }: { open: number[] | null; rewound: Set<number> },
): Promise<Round[]> {
  const agent = anyMachine ? null : agent_id;
  return transition<Round>(step, {
    name: 'claim',
    text: CLAIM,
    values: [user_id, agent, paths, capacity, LEASE_SECONDS, agent_id, open, [...rewound]],
  });
}

function toDelivery({ template_content, ...delivery }: Round['deliveries'][number]): Delivery {
  return { ...delivery, message: fillTemplate(template_content, delivery.recipient) };
}

/** Goes back from the end of the line to its start, once, to the names that another campaign held. */
async function rewindLines({ tx }: Step, user_id: number, ended: Round[]): Promise<number[]> {
  if (ended.length === 0) return [];
  const { rows } = await tx.client.query<{ campaign_id: number }>({
    name: 'rewind-lines',
    text: `update campaign_progress set cursor = 0, passed = false
      where user_id = $1 and campaign_id = any ($2::bigint[]) and passed returning campaign_id`,
    values: [user_id, ended.map(({ campaign_id }) => campaign_id)],
  });
  return rows.map(({ campaign_id }) => campaign_id);
}

function closedKeys(user_id: number, short: Round[], open: number[]) {
  return short
    .filter(({ campaign_id }) => !open.includes(campaign_id))
    .map(({ campaign_id }) => ({ user_id, campaign_id }));
}
