import { RECIPIENT_STATUSES, type RecipientStatus } from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';

/** The recipients of a list, all or of one status, by what an index has them in order of. */
export interface ListOrder {
  user_id: number;
  list_id: number;
  status: RecipientStatus | undefined;
  by: 'recipient' | 'id';
}

interface Cut {
  /** Where to begin: rows before it are not passed over. Ascending only. */
  from?: RawBuilder<unknown>;
  isDescending?: boolean;
  limit: number;
  offset: number;
}

/** A part of them, as `id` and the `key` that they are in order of. Nothing but entries of an index is read. */
export function orderedRows(order: ListOrder, cut: Cut): RawBuilder<unknown> {
  return order.by === 'id' && order.status === undefined ? merged(order, cut) : ofOneIndex(order, cut);
}

function ofOneIndex({ user_id, list_id, status, by }: ListOrder, cut: Cut): RawBuilder<unknown> {
  const key = sql.ref(by);
  return sql`select id, ${key} as key from recipients
    where user_id = ${user_id} and list_id = ${list_id}
      ${status ? sql`and status = ${status}` : sql``} ${cut.from ? sql`and ${key} >= ${cut.from}` : sql``}
    order by ${key} ${direction(cut)} limit ${cut.limit} offset ${cut.offset}`;
}

/** The index is by status and id: each status gives its ids in order, and they are merged. */
function merged(order: ListOrder, cut: Cut): RawBuilder<unknown> {
  const { limit, offset } = cut;
  const each = RECIPIENT_STATUSES.map(
    (status) => sql`(${ofOneIndex({ ...order, status }, { ...cut, limit: limit + offset, offset: 0 })})`,
  );
  return sql`select id, key from (${sql.join(each, sql` union all `)}) merged
    order by key ${direction(cut)} limit ${limit} offset ${offset}`;
}

const direction = ({ isDescending }: Cut) => (isDescending ? sql`desc` : sql`asc`);
