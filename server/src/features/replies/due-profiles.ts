import { allowedAt, type CampaignTimes, profileAllowedAt } from '@pigeonpost/contract/rules/allowed-at';
import type { Tx } from '../../database/transaction.ts';
import { readCampaignTimes } from '../../rules-facts/campaign-times-queries.ts';
import { type DueProfile, listDueProfiles } from './reading-queries.ts';

/** A reading may take so long: a profile that sends within it is not read. */
const AWAY_MS = 180_000;

/**
 * Of each machine that is free, the profile whose replies are due and were read longest ago, of all users
 * (docs/behaviour.md#reading-replies).
 */
export async function findDueProfiles(
  tx: Tx,
  { now, connectedSince }: { now: Date; connectedSince: Date },
): Promise<DueProfile[]> {
  const soon = new Date(now.getTime() + AWAY_MS);
  const due = await listDueProfiles(tx, { now, connectedSince, soon });
  const campaign_ids = [...new Set(due.flatMap(({ campaigns }) => campaigns))];
  const times = campaign_ids.length > 0 ? await readCampaignTimes(tx, { campaign_ids }, now) : new Map();
  const judges = new Map<number, Judge>();
  for (const [id, of] of times) judges.set(id, soonJudge(of, now.getTime()));
  const found = new Map<string, DueProfile>();
  for (const profile of due) {
    const machine = `${profile.user_id} ${profile.agent_id}`;
    if (found.has(machine)) continue;
    if (!profile.campaigns.some((id) => judges.get(id)?.(profile))) found.set(machine, profile);
  }
  return [...found.values()];
}

type Judge = (profile: DueProfile) => boolean;

/** Judges whether a profile of a campaign sends within a reading. */
function soonJudge(times: CampaignTimes, now: number): Judge {
  const ofCampaign = allowedAt(times, now);
  return ({ paced, due_at }) =>
    Math.max(due_at ?? now, profileAllowedAt(paced, times, { ofCampaign, now })) < now + AWAY_MS;
}
