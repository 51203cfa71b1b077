import type { NeedsYou } from '@pigeonpost/contract/calls/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from '../agents/connected.ts';
import { IS_UNREAD } from '../support/list-queries.ts';

const NAMES_SHOWN = 3;
const AGENTS_SHOWN = 20;
const OBSTACLES_SHOWN = 5;

type Facts = Pick<
  NeedsYou,
  | 'blocked_profiles'
  | 'signed_out_profiles'
  | 'obstacles'
  | 'unclear'
  | 'undecided_replies'
  | 'away_agents'
  | 'connected_agents'
  | 'replies'
>;

type Whose = {
  user_id: number;
  /** The profiles that are told with the campaigns that they stop. */
  told: readonly number[];
};

/** Everything else that waits for a user, in one statement. */
export async function findNeeds(tx: Tx, whose: Whose, now: Date): Promise<Facts> {
  const { user_id } = whose;
  const {
    rows: [facts],
  } = await sql<Facts>`
    select ${resting(whose, sql`blocked_at is not null`)} as blocked_profiles,
      ${resting(whose, sql`blocked_at is null and signed_out_at is not null`)} as signed_out_profiles,
      (select coalesce(json_agg(met order by since), '[]') from (${obstacles(user_id)}) met) as obstacles,
      (select json_build_object('count', coalesce(sum(total_uncertain), 0), 'campaigns', count(*), 'campaign_id', max(id))
        from campaigns join campaign_progress progress
          on progress.user_id = campaigns.user_id and progress.campaign_id = campaigns.id
        where campaigns.user_id = ${user_id} and deleted_at is null and total_uncertain > 0) as unclear,
      (select count(*) from replies r where r.user_id = ${user_id} and is_undecided(r)) as undecided_replies,
      (select coalesce(json_agg(away order by id), '[]') from (${awayAgents(whose, now)}) away) as away_agents,
      (select coalesce(json_agg(machine_name order by id), '[]') from (
        select id, machine_name from agents where user_id = ${user_id} and revoked_at is null
          and last_seen_at > ${connectedSince(now)} order by id limit ${sql.lit(AGENTS_SHOWN)}) there) as connected_agents,
      (select json_build_object('count', count(*), 'ticket_id', (array_agg(id order by answered_at desc))[1],
          'subject', (array_agg(subject order by answered_at desc))[1])
        from (${answeredTickets(user_id)}) answered) as replies`.execute(tx);
  if (!facts) throw new Error('Aggregates gave no row.');
  return facts;
}

function resting({ user_id, told }: Whose, state: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('count', count(*),
      'names', coalesce((array_agg(profile_name order by lower(profile_name)))[1:${sql.lit(NAMES_SHOWN)}], '{}'))
    from profiles where user_id = ${user_id} and deleted_at is null and is_active and ${state}
      and id <> all (${told}::bigint[]))`;
}

/** What profiles met that rest because of it, each with them (docs/engine.md#an-obstacle). */
function obstacles(user_id: number): RawBuilder<unknown> {
  return sql`
    select min(faulted_at) as since, (array_agg(fault_reason order by faulted_at))[1] as reason,
      json_agg(json_build_object('id', id, 'profile_name', profile_name) order by lower(profile_name)) as profiles
    from profiles where user_id = ${user_id} and is_eligible(profiles) and faulted_at is not null and fault_kind = 'obstacle'
    group by obstacle order by since limit ${sql.lit(OBSTACLES_SHOWN)}`;
}

/** Machines that work a profile of a running campaign, which is not told already, and are not connected. */
function awayAgents({ user_id, told }: Whose, now: Date): RawBuilder<unknown> {
  return sql`
    select id, machine_name, last_seen_at from agents
    where user_id = ${user_id} and revoked_at is null and not is_script
      and (last_seen_at is null or last_seen_at <= ${connectedSince(now)})
      and ${isNeeded(told)}
    order by id limit ${sql.lit(AGENTS_SHOWN)}`;
}

/** Whether a running campaign uses a machine of `agents`, by another profile than these. */
export const isNeeded = (told: readonly number[] = []): RawBuilder<unknown> => sql`
  exists (select from profiles
    join campaign_profiles used on used.user_id = profiles.user_id and used.profile_id = profiles.id
    join campaigns on campaigns.user_id = used.user_id and campaigns.id = used.campaign_id
    where profiles.user_id = agents.user_id and profiles.agent_id = agents.id and is_eligible(profiles)
      and profiles.id <> all (${told}::bigint[])
      and campaigns.status = 'running' and campaigns.deleted_at is null)`;

/** Tickets with an answer that their user has not read. */
function answeredTickets(user_id: number): RawBuilder<unknown> {
  return sql`
    select id, subject, last_message_at as answered_at from tickets where user_id = ${user_id} and ${IS_UNREAD}`;
}
