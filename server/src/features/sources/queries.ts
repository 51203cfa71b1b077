import {
  PERSON_SOURCES_MAX,
  type PersonSource,
  type StatedSource,
} from '@pigeonpost/contract/people/sources';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface OfUser {
  user_id: number;
}

interface OfPerson extends OfUser {
  name: string;
}

/** Whether a day such as 2026-10-03 has begun nowhere yet: the browser may be in another zone than the account. */
export async function isInFuture(tx: Tx, { day, now }: { day: string; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ is_ahead: boolean }>`
    select ${day}::date > ((${now}::timestamptz + interval '14 hours') at time zone 'UTC')::date as is_ahead`.execute(
    tx,
  );
  return rows[0]?.is_ahead ?? false;
}

/** Whether the user's campaigns write only to people with a source. */
export async function requiresSource(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from settings where user_id = ${user_id} and require_source`.execute(tx);
  return rows.length > 0;
}

/** Whether a source is stated of anybody. */
export async function hasSources(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from sources where user_id = ${user_id} and withdrawn_at is null limit 1`.execute(tx);
  return rows.length > 0;
}

/** States a source, and gives its id; list_id: that of the import that states it. */
export async function insertSource(
  tx: Tx,
  source: OfUser & StatedSource & { list_id: number | null; now: Date },
): Promise<number> {
  const { user_id, text, stated_on, list_id, now } = source;
  const { rows } = await sql<{ id: number }>`
    insert into sources (user_id, text, stated_on, list_name, created_at)
    values (${user_id}, ${text}, ${stated_on}::date,
      (select name from lists where user_id = ${user_id} and id = ${list_id}), ${now})
    returning id`.execute(tx);
  if (!rows[0]) throw new Error('A source got no id.');
  return rows[0].id;
}

/** Sources with one more, the newest last; of more than a person has, the newest stay. */
export function addSource(known: RawBuilder<unknown>, id: number): RawBuilder<unknown> {
  return sql`(array_remove(${known}, ${id}::bigint) || ${id}::bigint)[
    greatest(1, cardinality(array_remove(${known}, ${id}::bigint)) + 2 - ${PERSON_SOURCES_MAX}::integer):]`;
}

/** Gives all copied names of an import one more source, except those on do-not-contact. */
export async function addSourceOfNames(
  tx: Tx,
  { user_id, source_id }: OfUser & { source_id: number },
): Promise<void> {
  await sql`
    update people set sources = ${addSource(sql`people.sources`, source_id)}
    from pg_temp.import_names names
    where people.user_id = ${user_id} and people.recipient = names.recipient and ${isFree(user_id)}`.execute(
    tx,
  );
  await sql`
    insert into people (user_id, recipient, sources)
    select ${user_id}, recipient, array[${source_id}::bigint] from pg_temp.import_names names
    where ${isFree(user_id)}
      and not exists (select from people where user_id = ${user_id} and recipient = names.recipient)
    order by recipient`.execute(tx);
}

const isFree = (user_id: number) => sql`not exists (select from do_not_contact x
  where x.user_id = ${user_id} and x.recipient = names.recipient)`;

/** Whether a source of the person counts, as the engine asks it. */
export async function hasStatedSource(tx: Tx, { user_id, name }: OfPerson): Promise<boolean> {
  const { rows } = await sql<{ is_stated: boolean }>`
    select has_stated_source(${user_id}, ${name}) as is_stated`.execute(tx);
  return rows[0]?.is_stated ?? false;
}

/** Gives a person one more source. */
export async function addPersonSource(
  tx: Tx,
  { user_id, name, id }: OfPerson & { id: number },
): Promise<void> {
  await sql`
    insert into people (user_id, recipient) values (${user_id}, ${name}) on conflict do nothing`.execute(tx);
  await sql`
    update people set sources = ${addSource(sql`sources`, id)}
    where user_id = ${user_id} and recipient = ${name}`.execute(tx);
}

/** A person's sources, the newest first, and those that were taken off. */
export async function listPersonSources(tx: Tx, { user_id, name }: OfPerson): Promise<PersonSource[]> {
  const { rows } = await sql<PersonSource>`
    select x.id, x.text, x.stated_on::text as stated_on, x.list_name,
      case when coalesce(w.withdrawn_at, x.withdrawn_at) is not null then
        json_build_object('at', to_json(coalesce(w.withdrawn_at, x.withdrawn_at)), 'reason', w.reason) end as withdrawn
    from (
      select id from people, unnest(sources) as stated (id)
      where user_id = ${user_id} and recipient = ${name}
      union
      select source_id from withdrawn_sources where user_id = ${user_id} and recipient = ${name}) stated
    join sources x on x.user_id = ${user_id} and x.id = stated.id
    left join withdrawn_sources w on w.user_id = ${user_id} and w.recipient = ${name} and w.source_id = x.id
    order by x.id desc`.execute(tx);
  return rows;
}

/** Takes a source off a person, and returns whether they had it. */
export async function withdrawPersonSource(
  tx: Tx,
  { user_id, name, id, reason, now }: OfPerson & { id: number; reason: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update people set sources = array_remove(sources, ${id}::bigint)
    where user_id = ${user_id} and recipient = ${name} and ${id}::bigint = any (sources)`.execute(tx);
  if (!numAffectedRows) return false;
  await sql`
    insert into withdrawn_sources (user_id, recipient, source_id, reason, withdrawn_at)
    values (${user_id}, ${name}, ${id}, ${reason}, ${now})`.execute(tx);
  return true;
}

/** Withdraws the source that an import stated, if it stated one: it counts for nobody any more. */
export async function withdrawImportSource(
  tx: Tx,
  { user_id, import_id, now }: OfUser & { import_id: number; now: Date },
): Promise<void> {
  await sql`
    update sources x set withdrawn_at = ${now}
    from recipient_imports i
    where i.user_id = ${user_id} and i.id = ${import_id} and x.user_id = i.user_id and x.id = i.source_id`.execute(
    tx,
  );
}
