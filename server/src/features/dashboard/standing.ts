import type { NextAct, StandingCampaign } from '@pigeonpost/contract/calls/dashboard';
import { needsPerson, type StandstillKind } from '@pigeonpost/contract/campaigns/standstills';
import { startProblemWords } from '@pigeonpost/contract/campaigns/start-problems';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { findStandstill, findWaits } from '../campaigns/standstill/standstill.ts';
import type { Wait } from '../campaigns/standstill/waiting-reason.ts';
import { type HeldCampaign, listHeld } from './standing-queries.ts';

/** The most campaigns that are examined and counted. */
const LOOKED_AT = 200;

type Whose = { user_id: number; isSubscribed: boolean };

/** With the profiles that are its reason, themselves or by their machine. */
type Told = StandingCampaign & { profile_ids: number[] };

/** The user's campaigns that send nothing until a person acts: running ones, overdue ones, paused ones. */
export async function findStanding(
  tx: Tx,
  { user_id, isSubscribed }: Whose,
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<Told[]> {
  const held = await listHeld(tx, { user_id, limit: LOOKED_AT });
  const isRunning = held.some(({ status }) => status === 'running');
  const waits = isRunning ? await findWaits(tx, { user_id }, deps) : new Map();
  return held.flatMap((campaign) => {
    const standing =
      campaign.status === 'pending'
        ? describeOverdue(campaign)
        : describeStanding(findStandstill(campaign, waits), campaign, isSubscribed);
    if (!standing) return [];
    const { id: campaign_id, name, status, pending, start_at } = campaign;
    const profile_ids = TOLD_OF.includes(standing.act) ? campaign.used.ids : [];
    return { campaign_id, name, status, pending, start_at, open_windows: [], ...standing, profile_ids };
  });
}

type Standing = Pick<StandingCampaign, 'reason' | 'act'> & Partial<Pick<StandingCampaign, 'open_windows'>>;

/** What its owner does next; of all other kinds they look at its page. */
const ACTS: Partial<Record<StandstillKind, NextAct>> = {
  subscription: 'start',
  ready: 'start',
  profiles: 'look_at_profiles',
  agent: 'start_agent',
  machine: 'start_agent',
  window: 'close_windows',
};

/** The acts about profiles or their machines. */
const TOLD_OF: readonly NextAct[] = ['look_at_profiles', 'start_agent'];

function describeStanding(
  standstill: Wait | undefined,
  { used }: HeldCampaign,
  isSubscribed: boolean,
): Standing | undefined {
  if (!standstill || !needsPerson(standstill.kind)) return undefined;
  const { kind, reason, windows = [] } = standstill;
  // After the end, the notice at the top says so once.
  if (kind === 'subscription' && !isSubscribed) return undefined;
  const act = (used.ids.length > 0 || kind !== 'profiles' ? ACTS[kind] : undefined) ?? 'look';
  return { reason, act, open_windows: windows };
}

function describeOverdue({ start_refusal }: HeldCampaign): Standing {
  const reason = start_refusal ? startProblemWords(start_refusal) : 'The server was off at that moment.';
  return { reason: /[.!?]$/.test(reason) ? reason : `${reason}.`, act: 'look' };
}
