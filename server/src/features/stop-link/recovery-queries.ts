import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** A user of a restored database who has people whose links are not known again yet. */
export interface Unrecovered {
  user_id: number;
  epoch: number;
  /** How many messages agents reported after the restore; -1: none can be. */
  reported: number;
  /** Recipients up to this one are done. */
  recipient_id: number;
  /** Whether the other tables with names are to be looked at too. */
  has_news: boolean;
}

const FIRST_EPOCH = 1;

/** Nobody has links without the name of a sender. */
export async function listUnrecovered(tx: Tx): Promise<Unrecovered[]> {
  const { rows } = await sql<Unrecovered>`
    select x.user_id, x.epoch, x.reported, r.epoch is distinct from x.epoch or r.reported <> x.reported as has_news,
      case when r.epoch = x.epoch then r.recipient_id else 0 end as recipient_id
    from (
      select u.id as user_id, greatest(u.epoch, i.epoch) as epoch,
        coalesce(f.sent + f.uncertain + f.by_name, -1) as reported
      from server_identity i cross join users u
      join settings s on s.user_id = u.id and s.sender_name is not null
      left join freezes f on f.user_id = u.id) x
    left join link_recoveries r on r.user_id = x.user_id
    where x.epoch > ${FIRST_EPOCH} and (r.epoch is distinct from x.epoch or r.reported <> x.reported
      or exists (select from recipients p where p.user_id = x.user_id and p.id > r.recipient_id))
    order by x.user_id`.execute(tx);
  return rows;
}

/** The tables that name people who may be in no list. */
export const NAMED_TABLES = ['message_ledger', 'people', 'do_not_contact', 'deleted_recipients'] as const;

interface Batch {
  user_id: number;
  pads: Buffer[];
  limit: number;
}

/** Makes the links of the next names of a table known, and gives the last one; null: there is none. */
export async function recoverFrom(
  tx: Tx,
  batch: Batch & { table: (typeof NAMED_TABLES)[number]; after: string },
): Promise<string | null> {
  const { user_id, pads, limit, table, after } = batch;
  const { rows } = await sql<{ recipient: string }>`
    select distinct recipient from ${sql.table(table)} where user_id = ${user_id} and recipient > ${after}
    order by recipient limit ${limit}`.execute(tx);
  const names = rows.map(({ recipient }) => recipient);
  await recover(tx, { user_id, pads, names });
  return names.at(-1) ?? null;
}

/** The same for the next recipients of all lists, by their ids. */
export async function recoverRecipients(tx: Tx, batch: Batch & { after: number }): Promise<number | null> {
  const { user_id, pads, limit, after } = batch;
  const { rows } = await sql<{ id: number; recipient: string }>`
    select id, recipient from recipients where user_id = ${user_id} and id > ${after} order by id limit ${limit}`.execute(
    tx,
  );
  await recover(tx, { user_id, pads, names: rows.map(({ recipient }) => recipient) });
  return rows.at(-1)?.id ?? null;
}

async function recover(
  tx: Tx,
  { user_id, pads, names }: { user_id: number; pads: Buffer[]; names: string[] },
): Promise<void> {
  await tx.query('select recover_links($1, $2, $3)', [user_id, names, pads]);
}

/** Notes what is done for a user. */
export async function noteRecovered(
  tx: Tx,
  { user_id, epoch, reported, recipient_id }: Omit<Unrecovered, 'has_news'>,
): Promise<void> {
  await sql`
    insert into link_recoveries (user_id, epoch, reported, recipient_id)
    values (${user_id}, ${epoch}, ${reported}, ${recipient_id})
    on conflict (user_id) do update set epoch = excluded.epoch, reported = excluded.reported,
      recipient_id = excluded.recipient_id`.execute(tx);
}
