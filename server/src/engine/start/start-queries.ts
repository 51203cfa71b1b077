import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { OPTOUT } from '@pigeonpost/contract/people/stop-link';
import { SOURCE } from '@pigeonpost/contract/templates';
import { LOCAL_NAME } from '@pigeonpost/contract/text/message-text';
import { sql } from 'kysely';
import { inNaturalOrder } from '../../database/sql/natural-order.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../context.ts';
import type { ProgressEvent } from '../publish.ts';

export interface Startable {
  id: number;
  status: CampaignStatus;
  /** Whether it was started before. */
  is_marked: boolean;
  not_after: string | null;
  is_draft: boolean;
  /** null: deleted. */
  list_id: number | null;
  pending: number;
  /** Names of deleted campaigns that are not back in this list yet. */
  requeueing: number;
  /** Whether names of an ended campaign are still being put back into this list, to be tried again. */
  is_retrying: boolean;
  /** Whether an import into this list is being undone. */
  is_undoing: boolean;
  eligible_profiles: number;
  /** Its profiles that another running campaign or a test uses, by name. */
  taken: TakenProfile[];
  /** A field of its text that was deleted, else its stop link; null: neither. */
  asked_blank: { name: string; is_link: boolean } | null;
}

interface TakenProfile {
  name: string;
  campaign: string;
  is_testing: boolean;
}

/**
 * What decides whether these campaigns may start, those that ended too. How many they are is hidden from the planner in
 * a subquery: it would plan anew for one, which takes ten times as long as to run.
 */
export async function listStartables(
  tx: Tx,
  { user_id, campaign_ids }: { user_id: number; campaign_ids: number[] },
): Promise<Startable[]> {
  const { rows } = await sql<Startable>`
    with running as materialized (${runningProfiles(user_id)})
    select c.id, c.status, c.mark is not null as is_marked, c.is_draft, c.not_after, l.id as list_id, coalesce(l.pending, 0) - count_taken_out(c, progress) as pending,
      (select coalesce(sum(g.total_failed + g.in_work
          + case when other.keep_sent then -g.total_uncertain else g.total_sent end), 0)
        from campaigns other
        join campaign_progress g on g.user_id = other.user_id and g.campaign_id = other.id
        where other.user_id = c.user_id and other.list_id = c.list_id
          and other.deleted_at is not null) as requeueing,
      exists (select from campaigns other where other.user_id = c.user_id and other.list_id = c.list_id
        and other.retries_of is not null and other.deleted_at is null) as is_retrying,
      exists (select from recipient_imports i where i.user_id = c.user_id and i.list_id = c.list_id
        and i.undone_at is not null) as is_undoing,
      (select count(*) from campaign_profiles cp
        join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
        where cp.user_id = c.user_id and cp.campaign_id = c.id
          and is_eligible(p)) as eligible_profiles,
      ${takenProfiles} as taken, ${askedBlank} as asked_blank
    from campaigns c
    join campaign_progress progress on progress.user_id = c.user_id and progress.campaign_id = c.id
    left join lists l on l.user_id = c.user_id and l.id = c.list_id and l.deleted_at is null
    where c.user_id = ${user_id} and c.id = any (array(select unnest(${campaign_ids}::bigint[])))
      and c.deleted_at is null`.execute(tx);
  return rows;
}

/** The profiles of a user's running campaigns, which are few, while a profile may be in all that ever ran. */
const runningProfiles = (user_id: number) => sql`
  select profile_id, campaign_id, name from campaigns other
  join campaign_profiles theirs on theirs.user_id = other.user_id and theirs.campaign_id = other.id
  where other.user_id = ${user_id} and other.status = 'running' and other.deleted_at is null`;

/** For a query with `running`. */
const takenProfiles = sql`(
  select coalesce(json_agg(json_build_object('name', name, 'campaign', campaign, 'is_testing', is_testing)
    order by ${inNaturalOrder(sql`name`)}, profile_id), '[]')
  from (
    select p.id as profile_id, p.profile_name as name, min(running.name) as campaign, bool_and(is_test(running.campaign_id)) as is_testing
    from campaign_profiles mine
    join running on running.profile_id = mine.profile_id and running.campaign_id <> mine.campaign_id
    join profiles p on p.user_id = mine.user_id and p.id = mine.profile_id and p.deleted_at is null
    where mine.user_id = c.user_id and mine.campaign_id = c.id
    group by p.id, p.profile_name) used)`;

/** A text without parts asks nothing. */
const askedBlank = sql`(
  select json_build_object('name', part->>'name', 'is_link', part->>'field' = ${OPTOUT})
  from jsonb_array_elements(c.parts) part
  where part->>'field' is not null and part->>'field' not in (${SOURCE}, ${LOCAL_NAME})
    and not exists (select from fields f where f.user_id = c.user_id and f.id::text = part->>'field'
      and f.deleted_at is null)
  order by part->>'field' = ${OPTOUT} limit 1)`;

/**
 * Takes the names that stand in the line now: every later one gets a place beyond the mark. The list's lock must
 * be held, because numbers of a sequence are not ordered by commit.
 */
export async function markLine(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<ProgressEvent[]> {
  await sql`
    update campaigns set mark = nextval('recipient_position') << 24
    where user_id = ${user_id} and id = ${campaign_id}`.execute(tx);
  const marked = await sql<ProgressEvent>`
    update campaign_progress g set total_list = l.pending - count_taken_out(c, g) + g.total_sent + g.total_failed
    from campaigns c join lists l on l.user_id = c.user_id and l.id = c.list_id
    where g.user_id = ${user_id} and g.campaign_id = ${campaign_id}
      and c.user_id = g.user_id and c.id = g.campaign_id
    returning 'progress' as kind, g.user_id, g.campaign_id, g.total_list, g.total_sent, g.total_failed`.execute(
    tx,
  );
  return marked.rows;
}
