import type { PersonEvent } from '@pigeonpost/contract/calls/person-events';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { fillMessage } from '../../engine/message.ts';
import { deliveriesOf, placesOf } from '../recipients/of-person-queries.ts';

/** A name of one user, with the beginning of its hash as the audit log has it; undefined where that cannot be told. */
interface HashedPerson {
  user_id: number;
  name: string;
  hash: string | undefined;
}

interface Filled {
  template_content: string;
  parts: CampaignPart[] | null;
  blanks: Record<string, string> | null;
}

interface EventRow {
  kind: PersonEvent['kind'];
  at: string;
  /** Unlike that of any other event of the person; orders those of one moment. */
  key: string;
  micros: string;
  /** What the kind has besides; the reason of a message as it is stored. */
  detail: { reason?: unknown };
  /** Of a message: its text and what fills it. */
  message: Filled | null;
}

/** The `limit` newest events of a person behind `before`, and where the next ones begin. */
export async function listPersonEvents(
  tx: Tx,
  { limit, before, ...person }: HashedPerson & { limit: number; before?: string | undefined },
): Promise<{ events: PersonEvent[]; next: string | null }> {
  const { rows } = await sql<EventRow>`
    with places as materialized (${placesOf(person)}),
    events as (
      ${messages(person)} union all ${replies(person)} union all ${doNotContact(person)}
      union all ${notes(person)} union all ${added(person)} union all ${waivers(person)})
    select kind, at, key, (extract(epoch from at) * 1000000)::bigint::text as micros, detail, message
    from events ${before === undefined ? sql`` : sql`where ${isBehind(before)}`}
    order by at desc, key collate "C" desc limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    events: page.map((row) => eventOf(row, person.name)),
    next: last && rows.length > limit ? `${last.micros}.${last.key}` : null,
  };
}

function eventOf({ kind, at, detail, message }: EventRow, name: string): PersonEvent {
  const told =
    kind === 'message'
      ? {
          text: message && fillMessage(message, name),
          reason: readReason(detail.reason as StoredReason | null).words,
        }
      : {};
  return { kind, at, ...detail, ...told } as PersonEvent;
}

function isBehind(before: string): RawBuilder<unknown> {
  const dot = before.indexOf('.');
  const at = sql`'epoch'::timestamptz + ${before.slice(0, dot)}::bigint * interval '1 microsecond'`;
  return sql`(at, key collate "C") < (${at}, ${before.slice(dot + 1)}::text)`;
}

/** What campaigns did; who is in line has no moment, nor has somebody who was skipped before that was written down. */
const messages = ({ user_id }: HashedPerson) => sql`
  select 'message' as kind, coalesce(d.skipped_at, d.ended_at, d.begun_at) as at,
    concat_ws('.', 'message', d.campaign_id, d.recipient_id) as key,
    jsonb_build_object('state', d.state, 'campaign_id', c.id, 'campaign_name', c.name, 'list_name', c.list_name,
      'profile_name', p.profile_name, 'reason', stored_reason(d.state, d.reason_kind, d.reason_args, d.reason)) as detail,
    case when d.state in ('sent', 'uncertain') then
      jsonb_build_object('template_content', c.template_content, 'parts', c.parts, 'blanks', d.blanks) end as message
  from ${deliveriesOf({ user_id })}
  left join profiles p on p.user_id = d.user_id and p.id = d.profile_id
  where coalesce(d.skipped_at, d.ended_at, d.begun_at) is not null`;

const replies = ({ user_id, name }: HashedPerson) => sql`
  select 'reply', r.at, concat('reply.', r.id),
    jsonb_build_object('id', r.id, 'recipient', r.recipient, 'text', r.text, 'stop', r.stop, 'automatic', r.automatic,
      'do_not_contact', exists (
        select from do_not_contact x where x.user_id = r.user_id and x.recipient = r.recipient),
      'campaign_id', c.id, 'campaign_name', c.name, 'profile_id', r.profile_id, 'profile_name', p.profile_name,
      'profile_path', case when p.deleted_at is null then p.profile_path end), null
  from replies r
  left join campaigns c on c.user_id = r.user_id and c.id = r.campaign_id and c.deleted_at is null
  left join profiles p on p.user_id = r.user_id and p.id = r.profile_id
  where r.user_id = ${user_id} and r.recipient = ${name}`;

/** The present entry, and what the audit log knows of earlier ones: of bulk changes it keeps no hashes. */
const doNotContact = (person: HashedPerson) => sql`
  select 'do_not_contact', x.created_at, 'do_not_contact',
    jsonb_build_object('is_on', true, 'how', x.how, 'reason', null), null
  from do_not_contact x where x.user_id = ${person.user_id} and x.recipient = ${person.name}
  union all
  select 'do_not_contact', e.created_at, concat('do_not_contact.', e.id),
    jsonb_build_object('is_on', e.action = 'created', 'how', null, 'reason', why.after->'taken_off_because'), null
  from (${contactLines(person)}) e
  left join audit_log why on e.action = 'deleted' and why.user_id = ${person.user_id} and why.id = e.id - 1
    and why.kind = 'do_not_contact' and why.action = 'changed'
  where not (e.action = 'created' and e.is_last and exists (
    select from do_not_contact x where x.user_id = ${person.user_id} and x.recipient = ${person.name}))`;

/**
 * The audit log's lines in which the name was put on do-not-contact or taken off, and which of them is the last. Lines from
 * before names were hashed have the first of theirs. What was before an erasure is nobody's any more.
 */
const contactLines = ({ user_id, name, hash = '' }: HashedPerson) => sql`
  select e.id, e.created_at, e.action, row_number() over (order by e.id desc) = 1 as is_last
  from audit_log e
  where e.user_id = ${user_id} and e.kind = 'do_not_contact' and e.action in ('created', 'deleted')
    and (coalesce(e.after, e.before)->'hashes' ? ${hash} or coalesce(e.after, e.before)->'first' ? ${name})
    and e.id > coalesce((
      select max(id) from audit_log
      where user_id = ${user_id} and kind in ('person', 'do_not_contact')
        and ${hash} in (after->>'erased', after->>'hash')), 0)`;

const notes = ({ user_id, name }: HashedPerson) => sql`
  select 'note', n.created_at, concat('note.', n.id),
    jsonb_build_object('id', n.id, 'text', n.text, 'author_name', n.author_name), null
  from person_notes n where n.user_id = ${user_id} and n.recipient = ${name}`;

const added = ({ user_id, name }: HashedPerson) => sql`
  select 'added', r.created_at, concat('added.', l.id),
    jsonb_build_object('list_id', l.id, 'list_name', l.name), null
  from lists l
  cross join lateral (
    select * from recipients r where r.user_id = l.user_id and r.list_id = l.id and r.recipient = ${name}) r
  where l.user_id = ${user_id} and l.deleted_at is null`;

const waivers = ({ user_id, name }: HashedPerson) => sql`
  select 'waived', l.waived_at, 'waived', jsonb_build_object('reason', coalesce(l.waived_reason, '')), null
  from message_ledger l where l.user_id = ${user_id} and l.recipient = ${name} and l.waived_at is not null`;
