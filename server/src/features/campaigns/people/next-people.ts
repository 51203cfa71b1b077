import type { NextPerson, nextPeopleCalls } from '@pigeonpost/contract/calls/next-people';
import { WORK_SECONDS } from '@pigeonpost/contract/forecast/forecast';
import type { ForecastInputs } from '@pigeonpost/contract/forecast/forecast-inputs';
import { planSends } from '@pigeonpost/contract/forecast/next-sends';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import type { Routes } from '../../../http/handler.ts';
import { getCampaignRow } from '../get-campaign.ts';
import { getAccountInputs, getCampaignInputs } from '../plan/forecast-queries.ts';
import { inputsOf, NO_OTHERS } from '../plan/profile-inputs.ts';
import { listProfileInputs } from '../plan/profile-inputs-queries.ts';
import {
  findGoingOn,
  type GoingOn,
  listNextInLine,
  listRetries,
  type Waiting,
} from './next-people-queries.ts';

/** The people whom a campaign writes to next (docs/behaviour.md#next-people). */
export function nextPeopleRoutes({ clock }: Deps): Routes<typeof nextPeopleCalls> {
  return {
    'GET /api/campaigns/{id}/next': async ({ tx, caller, params, query: { limit } }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const now = clock.now();
      const { status } = await getCampaignRow(tx, key, now);
      const as_of = now.toISOString();
      if (status === 'completed' || status === 'failed') return { as_of, people: [], has_more: false };
      const goingOn = await findGoingOn(tx, key, now);
      const waiting = await listWaiting(tx, key, { now, limit: limit + 1, goingOn });
      // Each person of a follow-up waits for one profile, which the forecast does not know.
      const isPlanned = goingOn.is_sending && !goingOn.is_follow_up;
      const take = isPlanned ? await planCampaign(tx, key, { now, goingOn }) : () => undefined;
      return {
        as_of,
        people: waiting
          .slice(0, limit)
          .map(({ isBehindCanary, ...person }) => planned(person, isBehindCanary ? () => undefined : take)),
        has_more: waiting.length > limit,
      };
    },
  };
}

type Placed = Waiting & { isBehindCanary: boolean };

/** The line as far as the canary goes, those who are tried again, and the line behind the canary. */
async function listWaiting(
  tx: Tx,
  key: CampaignKey,
  { now, limit, goingOn: { canary_room } }: { now: Date; limit: number; goingOn: GoingOn },
): Promise<Placed[]> {
  const line = await listNextInLine(tx, key, { now, limit });
  const room = Math.max(0, canary_room);
  const retries = line.length < limit || room < limit ? await listRetries(tx, key, limit) : [];
  const place = (isBehindCanary: boolean) => (person: Waiting) => ({ ...person, isBehindCanary });
  return [
    ...line.slice(0, room).map(place(false)),
    ...retries.map(place(false)),
    ...line.slice(room).map(place(true)),
  ].slice(0, limit);
}

type Take = (notBefore?: number) => { profile_name: string; at: number } | undefined;

function planned({ retry_at, ...person }: Waiting, take: Take): NextPerson {
  const send = take(retry_at === null ? 0 : Date.parse(retry_at));
  return {
    ...person,
    planned_at: send ? new Date(send.at).toISOString() : null,
    profile_name: send?.profile_name ?? null,
  };
}

/** Gives each next message with its moment and profile. */
async function planCampaign(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { now, goingOn }: { now: Date; goingOn: GoingOn },
): Promise<Take> {
  const { is_first: _, ...account } = await getAccountInputs(tx, user_id, now);
  const {
    profiles_used,
    list_id: __,
    ...campaign
  } = await getCampaignInputs(tx, { user_id, campaign_id, now });
  const found = await listProfileInputs(tx, {
    user_id,
    ids: profiles_used,
    campaign_id,
    now,
    isShown: true,
  });
  const freeAt = new Date(
    now.getTime() + (WORK_SECONDS + (account.delay_start + account.delay_end) / 2) * 1000,
  );
  const as_of = now.toISOString();
  const inputs: ForecastInputs = {
    as_of,
    ...account,
    ...campaign,
    start_at: goingOn.countdown_until,
    people: 0,
    retry_rate: 0,
    sharing: [],
    uncounted: [],
    profiles: found.map((profile) => ({
      ...inputsOf(profile, NO_OTHERS, { as_of, ...account }),
      // Its pause begins with the end of what it does now.
      next_send_at: goingOn.busy.includes(profile.profile_id) ? freeAt.toISOString() : profile.next_send_at,
    })),
  };
  const take = planSends(inputs);
  return (notBefore) => {
    const send = take(notBefore);
    return send && { at: send.at, profile_name: found[send.profile]?.profile_name ?? '' };
  };
}
