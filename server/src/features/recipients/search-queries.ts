import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import {
  RECIPIENT_STATUSES,
  type RecipientFilter,
  type RecipientSort,
} from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { andOfKind, statusesOf } from './filter-queries.ts';
import type { HeldNames } from './held-names.ts';
import { type RecipientSlice, recipientsOf } from './page-queries.ts';

interface Found {
  recipients: Recipient[];
  total: number;
}

/** Of so many PostgreSQL looks at each by its id sooner than it looks through the list. */
const FEW = 5_000;

/** A part of a page whose recipients are not those of one status alone. */
interface FilteredSlice extends Omit<RecipientSlice, 'status'> {
  status: RecipientFilter | undefined;
}

/** One page of those whom a filter takes that is no status, in one pass over those that it takes from. */
export function filterRecipients(tx: Tx, slice: FilteredSlice): Promise<Found> {
  return findPage(tx, slice, sql`true`);
}

/** One page of those whose name holds the text, and how many there are: from memory, or in one pass over the list. */
export async function searchRecipients(
  tx: Tx,
  { search, ...slice }: FilteredSlice & { search: string },
  { heldNames, names }: { heldNames: HeldNames; names: number },
): Promise<Found> {
  const { user_id, list_id, status, sort_by, limit, offset } = slice;
  const ids = await heldNames.matching(tx, { user_id, list_id, names }, search);
  if (!ids || (ids.length > FEW && (status || !sort_by.startsWith('added'))))
    return findPage(tx, slice, sql`recipient like ${partOfName(search)}`);
  if (status || !sort_by.startsWith('added')) return findPage(tx, slice, sql`id = any (${ids}::bigint[])`);
  const page =
    sort_by === 'added_asc'
      ? ids.slice(offset, offset + limit)
      : ids.slice(Math.max(0, ids.length - offset - limit), Math.max(0, ids.length - offset)).reverse();
  return { recipients: await recipientsOf(tx, user_id, page), total: ids.length };
}

async function findPage(tx: Tx, slice: FilteredSlice, matching: RawBuilder<unknown>): Promise<Found> {
  const { user_id, list_id, status, sort_by, limit, offset } = slice;
  const ofSome = status ? sql`and status = any (${[...statusesOf(status)]}) ${andOfKind(status)}` : sql``;
  const matches = sql`from recipients
    where user_id = ${user_id} and list_id = ${list_id} ${ofSome} and ${matching}`;
  const part = sql`limit ${limit} offset ${offset}`;
  // Of what may be a million names, only the ids are kept where those alone decide on the order.
  const found = sort_by.startsWith('added')
    ? sql`
      select cardinality(ids) as total,
        array(select id from unnest(ids) id order by id ${direction(sort_by)} ${part}) as ids
      from (select coalesce(array_agg(id), '{}') as ids ${matches}) found`
    : sql`
      with found as materialized (select id, recipient, status ${matches})
      select (select count(*) from found) as total,
        array(select id from found order by ${foundOrder(sort_by)} ${part}) as ids`;
  const { rows } = await sql<{ total: number; ids: number[] }>`${found}`.execute(tx);
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { recipients: await recipientsOf(tx, user_id, ids), total };
}

/** A pattern for names that hold the text. It is faster than strpos on each of a million names. */
const partOfName = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function foundOrder(sort_by: RecipientSort): RawBuilder<unknown> {
  if (sort_by.startsWith('name')) return sql`recipient ${direction(sort_by)}`;
  return sql`array_position(${[...RECIPIENT_STATUSES]}::text[], status) ${direction(sort_by)}, id desc`;
}

function direction(sort_by: RecipientSort): RawBuilder<unknown> {
  return sort_by.endsWith('_asc') ? sql`asc` : sql`desc`;
}
