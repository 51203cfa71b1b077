import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { ForecastProfile } from '@pigeonpost/contract/forecast/forecast-inputs';
import type { Zone } from '@pigeonpost/contract/local-time';
import {
  begunOn,
  begunThisHour,
  begunToday,
  type CapsOfAll,
  capsOf,
  countedDay,
  countedHour,
  type Here,
  hereOf,
} from '@pigeonpost/contract/rules/caps';
import type { PacedProfile, SendingDay } from '@pigeonpost/contract/rules/facts';
import { sql } from 'kysely';
import { inNaturalOrder } from '../../../database/sql/natural-order.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';

/** A profile of a forecast, with what keeps it from sending. */
export interface ProfileInputs extends Omit<ForecastProfile, 'is_able' | 'people' | 'busy'> {
  profile_id: number;
  profile_name: string;
  /** The messages that it has ever sent. */
  sent: number;
  cap_now: Plan['profiles'][number]['cap_now'];
  is_active: boolean;
  is_blocked: boolean;
  is_signed_out: boolean;
  /** Firefox does not list it on its machine: no time ends that. */
  is_unlisted: boolean;
  /** The obstacle for which it rests. */
  obstacle: string | null;
  /** Another campaign, which runs with it. */
  busy_in: { id: number; name: string } | null;
}

interface WantedProfiles extends CampaignKey {
  ids: number[];
  now: Date;
  /** Otherwise `sent` is 0, `cap_now` empty, and they come by id: the former takes the user's whole history. */
  isShown: boolean;
}

/** The existing profiles among these, by name, with their counters of now; `campaign_id` is the plan's own, or 0. */
export async function listProfileInputs(
  tx: Tx,
  { user_id, ids, campaign_id, now, isShown }: WantedProfiles,
): Promise<ProfileInputs[]> {
  const shown = isShown
    ? {
        sent: sql`coalesce(performed.sent, 0)`,
        tables: sql`left join (select profile_id, sum(sent)::integer as sent from daily_performance
            where user_id = ${user_id} group by profile_id) performed on performed.profile_id = p.id`,
        order: sql`${inNaturalOrder(sql<string>`p.profile_name`)}, p.id`,
      }
    : {
        sent: sql`0`,
        tables: sql``,
        order: sql`p.id`,
      };
  const { rows } = await sql<ProfileRow>`
    select p.id as profile_id, p.profile_name, p.is_active, p.blocked_at is not null as is_blocked,
      p.signed_out_at is not null as is_signed_out, p.faulted_at is not null and p.fault_until is null as is_unlisted,
      case when not is_fault_over(p, ${now}) then p.fault_until end as rests_until,
      case when not is_fault_over(p, ${now}) and p.fault_kind = 'obstacle' then p.fault_reason end as obstacle,
      p.next_send_at, p.cap_hour, p.cap_day, p.warm_up_day, p.slow_until, ${shown.sent} as sent,
      profile_facts(p) as paced, account.zone, account.profile_cap_hour, account.profile_cap_day,
      (select json_build_object('id', c.id, 'name', c.name) from campaign_profiles used
        join campaigns c on c.user_id = used.user_id and c.id = used.campaign_id
        where used.user_id = p.user_id and used.profile_id = p.id and c.id <> ${campaign_id}
          and c.status = 'running' and c.deleted_at is null order by c.id limit 1) as busy_in
    from (select u.id, zone_facts(u.time_zone) as zone, s.profile_cap_hour, s.profile_cap_day
      from users u join settings s on s.user_id = u.id where u.id = ${user_id} offset 0) account
    join profiles p on p.user_id = account.id
    ${shown.tables}
    where p.user_id = ${user_id} and p.id = any (${ids}::bigint[]) and p.deleted_at is null
    order by ${shown.order}`.execute(tx);
  return rows.map((row) => countProfile(row, { now, isShown }));
}

type Judged = 'begun_today' | 'counted_day' | 'begun_this_hour' | 'counted_hour' | 'cap_now';
type ProfileRow = Omit<ProfileInputs, Judged> & {
  paced: PacedProfile;
  zone: Zone;
} & CapsOfAll;

function countProfile(
  { paced, zone, profile_cap_hour, profile_cap_day, ...row }: ProfileRow,
  { now, isShown }: Pick<WantedProfiles, 'now' | 'isShown'>,
): ProfileInputs {
  const here = hereOf(zone, now.getTime());
  const { counted_day, counted_hour, counted_at } = paced;
  const ofAll = { profile_cap_hour, profile_cap_day };
  return {
    ...row,
    begun_today: begunToday(paced, here),
    counted_day: unless(here.day, countedDay(counted_day, counted_at, here)),
    begun_this_hour: begunThisHour(paced, here),
    counted_hour: unless(here.hour, countedHour(counted_hour, counted_at, here)),
    cap_now: isShown ? capsOf(paced, ofAll, here) : NO_CAPS,
  };
}

const NO_CAPS: ProfileInputs['cap_now'] = { hour: null, day: null, because: null };

/** A count, and the day to which it belongs where that is later than today. */
export function counterOf(of: SendingDay, here: Here): { begun: number; counted_day: string | null } {
  const counted_day = unless(here.day, countedDay(of.day, of.counted_at, here));
  return { begun: begunOn(of, here), counted_day };
}

const unless = (usual: string, found: string) => (found === usual ? null : found);
