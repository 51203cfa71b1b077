import type { PersonCampaign, PersonList } from '@pigeonpost/contract/calls/people';
import { PERSON_LINE_COUNTED, PERSON_LISTS } from '@pigeonpost/contract/limits';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { fillMessage } from '../../engine/message.ts';
import type { Slice } from '../../http/paging.ts';
import { deliveriesOf, type PersonKey, placesOf } from '../recipients/of-person-queries.ts';
import { unclear } from '../recipients/queries.ts';

/** The lists that contain the name, the newest first, and their number. */
export async function listPersonLists(
  tx: Tx,
  { user_id, name }: PersonKey,
): Promise<{ lists: PersonList[]; list_count: number }> {
  const { rows } = await sql<PersonList & { list_count: number }>`
    select recipients.id as recipient_id, lists.id as list_id, lists.name as list_name, recipients.status,
      ${unclear} as unclear, recipients.created_at, count(*) over () as list_count
    from lists
    cross join lateral (
      select * from recipients
      where recipients.user_id = lists.user_id and recipients.list_id = lists.id and recipients.recipient = ${name}
    ) recipients
    where lists.user_id = ${user_id} and lists.deleted_at is null
    order by recipients.created_at desc, lists.id desc limit ${PERSON_LISTS}`.execute(tx);
  return {
    lists: rows.map(({ list_count: _count, ...list }) => list),
    list_count: rows[0]?.list_count ?? 0,
  };
}

interface PersonMarks {
  do_not_contact: { id: number; at: string; created_at: string; how: 'hand' | 'reply' | 'link' } | null;
  last_messaged_at: string | null;
  last_is_unclear: boolean;
  replied_at: string | null;
  unreplied: number;
  waived: { at: string; reason: string } | null;
}

/**
 * The facts about a name besides its lists; a message that may have arrived counts
 * (docs/engine.md#never-the-same-person).
 */
export async function getPersonMarks(
  tx: Tx,
  { user_id, name, now }: PersonKey & { now: Date },
): Promise<PersonMarks> {
  const [entry, ledger] = [
    await tx
      .selectFrom('do_not_contact')
      .select(['id', sql<string>`created_at`.as('at'), sql<string>`created_at`.as('created_at'), 'how'])
      .where('user_id', '=', user_id)
      .where('recipient', '=', name)
      .executeTakeFirst(),
    await tx
      .selectFrom(
        sql<MessagedRow>`(
        select user_id, recipient, last_messaged_at as known_at, messaged_at(l, ${now}) as at,
          replied_at, unreplied, waived_at, waived_reason from message_ledger l)`.as('ledger'),
      )
      .select(['at', sql<boolean>`at is distinct from known_at`.as('is_unclear')])
      .select(['replied_at', 'unreplied', 'waived_at', 'waived_reason'])
      .where('user_id', '=', user_id)
      .where('recipient', '=', name)
      .executeTakeFirst(),
  ];
  return {
    do_not_contact: entry ?? null,
    last_messaged_at: ledger?.at ?? null,
    last_is_unclear: ledger?.is_unclear ?? false,
    replied_at: ledger?.replied_at ?? null,
    unreplied: ledger?.unreplied ?? 0,
    waived: ledger?.waived_at ? { at: ledger.waived_at, reason: ledger.waived_reason ?? '' } : null,
  };
}

/** A row of the ledger: when the name was or may have been written to, and when certainly. */
interface MessagedRow {
  user_id: number;
  recipient: string;
  at: string | null;
  known_at: string | null;
  replied_at: string | null;
  unreplied: number;
  waived_at: string | null;
  waived_reason: string | null;
}

interface Done {
  campaigns: Omit<PersonCampaign, 'standstill'>[];
  total: number;
  messages_sent: number;
}

type PersonCampaignRow = Omit<Done['campaigns'][number], 'message' | 'reason'> & {
  reason: StoredReason | null;
  text: string | null;
  parts: CampaignPart[] | null;
  blanks: Record<string, string> | null;
  total: number;
  messages_sent: number;
};

/**
 * One page of the user's campaigns for the name: those with the name in line first, then the newest. Each campaign and
 * list is looked up by whole keys, because no index finds a name's deliveries.
 */
export async function listPersonCampaigns(
  tx: Tx,
  { user_id, name, slice }: PersonKey & { slice: Slice },
): Promise<Done> {
  const { rows } = await sql<PersonCampaignRow>`
    with places as materialized (${placesOf({ user_id, name })}
    ), done as (
      select c.id as campaign_id, c.name as campaign_name, c.status as campaign_status, c.list_name, d.state,
        stored_reason(d.state, d.reason_kind, d.reason_args, d.reason) as reason, d.profile_id,
        case when d.state in ('sent', 'uncertain') then c.template_content end as text, c.parts, d.blanks,
        coalesce(d.skipped_at, d.ended_at, d.begun_at) as at, null::bigint as position, c.list_id
      from ${deliveriesOf({ user_id })}
    ), waiting as (
      select c.id as campaign_id, c.name as campaign_name, c.status as campaign_status, c.list_name,
        'pending' as state, null::jsonb as reason, null::bigint as profile_id, null as text,
        null::jsonb as parts, null::jsonb as blanks, null::timestamptz as at, p.position, c.list_id
      from places p
      join campaigns c on c.user_id = ${user_id} and c.list_id = p.list_id and c.deleted_at is null
        and c.status in ('pending', 'running', 'paused') and (c.mark is null or p.position <= c.mark)
      where p.status = 'pending' and not exists (
        select from deliveries d where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = p.id)
    ), everything as (
      select * from waiting union all select * from done
    ), counted as (
      select count(*) as total, count(*) filter (where state = 'sent') as messages_sent from everything
    ), page as (
      select * from everything order by at desc nulls first, campaign_id desc
      limit ${slice.limit} offset ${slice.offset}
    )
    select campaign_id, campaign_name, campaign_status, list_name, state, reason, text, parts, blanks, profile_id, at, total, messages_sent,
      (select profile_name from profiles where user_id = ${user_id} and id = page.profile_id) as profile_name,
      case when position is not null then (
        select nullif(count(*), ${PERSON_LINE_COUNTED + 1}) from (
          select from recipients r
          where r.user_id = ${user_id} and r.list_id = page.list_id and r.status = 'pending'
            and r.position < page.position
          order by r.position limit ${PERSON_LINE_COUNTED + 1}) before) end as before
    from counted left join page on true order by at desc nulls first, campaign_id desc`.execute(tx);
  const { total = 0, messages_sent = 0 } = rows[0] ?? {};
  // A page beyond the last has only the counts.
  const campaigns = rows
    .filter(({ campaign_id }) => campaign_id !== null)
    .map(({ total: _total, messages_sent: _sent, text, parts, blanks, reason, ...campaign }) => ({
      ...campaign,
      reason: readReason(reason).words,
      message: text === null ? null : fillMessage({ template_content: text, parts, blanks }, name),
    }));
  return { campaigns, total, messages_sent };
}
