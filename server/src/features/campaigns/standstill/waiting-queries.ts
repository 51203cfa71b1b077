import type { SiteKind } from '@pigeonpost/contract/account/site';
import type { OpenWindow } from '@pigeonpost/contract/calls/campaigns';
import type { PacedProfile } from '@pigeonpost/contract/rules/facts';
import { LAST_CAMPAIGN_ID } from '@pigeonpost/contract/tests';
import { sql } from 'kysely';
import { inNaturalOrder } from '../../../database/sql/natural-order.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { isOneOf, type OfRunning } from '../../../rules-facts/campaign-times-queries.ts';
import { connectedSince } from '../../agents/connected.ts';
import { isOpen } from '../../agents/window-queries.ts';

/** A profile of a running campaign that may send, and a machine that may work it; null: none has its folder. */
export interface Sender extends OpenWindow {
  machine_name: string | null;
  is_connected: boolean;
  /** Whether its machine has a driver, and whether that suits this server. */
  has_driver: boolean;
  can_deliver: boolean;
  /** The kind of the account's site; null: none was chosen. */
  site_kind: SiteKind | null;
  /** Whether the machine takes it from the app, is about to, and why it cannot use it. */
  takes_site: boolean;
  is_changing_site: boolean;
  site_error: string | null;
  /** Whether a person has a window of it open there. */
  is_open: boolean;
  /** Why Firefox could not start with it; null without a known fault. */
  fault_reason: string | null;
  /** Whether that fault is an obstacle on the site's pages. */
  is_obstructed: boolean;
}

/** A sender with its campaign, and the facts that all its senders share. */
export interface CampaignSender extends Sender {
  user_id: number;
  campaign_id: number;
  /** The campaign's last try found that the site does not answer. */
  is_site_away: boolean;
  is_any_connected: boolean;
  /** The user's sending is frozen after a restore. */
  is_frozen: boolean;
  paced: PacedProfile;
  /** When the profile's next message is due, and until when it rests, in milliseconds. */
  due_at: number | null;
  rests_until: number | null;
  is_leased: boolean;
}

// An agent may leave it out.
const NO_REASON = 'Firefox could not be started.';

/**
 * The eligible profiles of running campaigns, by name, each with its machine, and with its user's script, which works
 * any. One query for all, so a list of campaigns needs one, however many run.
 */
export async function listSenders(
  tx: Tx,
  of: OfRunning,
  { now, isPractice }: { now: Date; isPractice: boolean },
): Promise<CampaignSender[]> {
  const since = connectedSince(now);
  const { rows } = await sql<CampaignSender>`
    select c.user_id, c.id as campaign_id, is_site_away, is_any_connected, is_frozen,
      profiles.id as profile_id, profile_name, profile_path, machine_name, coalesce(last_seen_at > ${since}, false) as is_connected,
      has_driver, has_driver and not is_changing_site
        and can_deliver(coalesce(drivers, '{}'), ${isPractice} or is_practice_site(s.site)) as can_deliver,
      s.site ->> 'kind' as site_kind, coalesce(takes_site, false) as takes_site, is_changing_site, site_error,
      ${isOpen} as is_open,
      case when faulted_at is not null then coalesce(fault_reason, ${NO_REASON}) end as fault_reason,
      coalesce(fault_kind = 'obstacle', false) as is_obstructed,
      profile_facts(profiles) as paced, milliseconds(next_send_at) as due_at, milliseconds(fault_until) as rests_until,
      lease_token is not null as is_leased
    from campaigns c
    join users u on u.id = c.user_id
    left join settings s on s.user_id = c.user_id
    cross join lateral (
      select coalesce((select reason_kind = 'site_away' from campaign_logs l
          where l.user_id = c.user_id and l.campaign_id = c.id order by l.id desc limit 1), false) as is_site_away,
        exists (select from agents a where a.user_id = c.user_id and a.revoked_at is null
          and a.last_seen_at > ${since}) as is_any_connected,
        u.frozen_at is not null as is_frozen) all_of_them
    join campaign_profiles used on used.user_id = c.user_id and used.campaign_id = c.id
    join profiles on profiles.user_id = used.user_id and profiles.id = used.profile_id
    left join agents on agents.user_id = used.user_id and revoked_at is null
      and (agents.id = profiles.agent_id or is_script and last_seen_at > ${since})
    -- A script says nothing of drivers, and neither has a machine that has not reported yet.
    cross join lateral (
      select coalesce(is_script or firefox is null or drivers <> '{}', true) as has_driver,
        coalesce(takes_site and agents.site is distinct from s.site, false) as is_changing_site) known
    where ${isOneOf(of)}
      and is_eligible(profiles) and sends_by(c, used)
    order by ${inNaturalOrder(sql`profile_name`)}, profiles.id, is_script`.execute(tx);
  return rows;
}

/** The campaign's profiles that may send but that a person has open in a window: each waits until it is closed. */
export async function listOpenWindows(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<OpenWindow[]> {
  const found = await sql<OpenWindow>`
    select profiles.id as profile_id, profile_name, profile_path
    from campaign_profiles used
    join profiles on profiles.user_id = used.user_id and profiles.id = used.profile_id
    where used.user_id = ${user_id} and campaign_id = ${campaign_id}
      and is_eligible(profiles) and ${isOpen}
    order by ${inNaturalOrder(sql`profile_name`)}, profiles.id`.execute(tx);
  return found.rows;
}

/** A running campaign, with the end of the countdown of its last start. */
export interface Running {
  user_id: number;
  id: number;
  countdown_until: string | null;
}

/** The running campaigns of these users. */
export async function listRunning(tx: Tx, user_ids: number[]): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select user_id, id, countdown_until from campaigns
    where user_id = any (${user_ids}::bigint[]) and status = 'running' and deleted_at is null
      and id <= ${LAST_CAMPAIGN_ID}`.execute(tx);
  return rows;
}
