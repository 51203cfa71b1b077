import { RECIPIENT_STATUSES } from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { type ListOrder, orderedRows } from './order-queries.ts';

/** What a recipient is in order of: its name or its id. */
export type Key = string | number;

/** The keys of every n-th recipient from the first on, and the version of the list that they were read in. */
export interface LearnedKeys {
  version: string;
  keys: Key[];
}

/** A text that is the same only while the list's rows are, as far as this order is concerned. */
export async function readVersion(tx: Tx, order: ListOrder): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${versionOf(order)} as version`.execute(tx);
  return rows[0]?.version ?? '';
}

/** Passes over the whole order once. The version is of the same moment, because one statement sees one. */
export async function learnKeys(tx: Tx, order: ListOrder, every: number): Promise<LearnedKeys> {
  const first = orderedRows(order, { limit: 1, offset: 0 });
  const next = orderedRows(order, { from: sql`milestones.key`, limit: 1, offset: every });
  const { rows } = await sql<LearnedKeys>`
    with recursive milestones (key, place) as (
      (select key, 0 from (${first}) first)
      union all
      select (select key from (${next}) next), place + 1 from milestones where key is not null)
    select ${versionOf(order)} as version,
      array(select key from milestones where key is not null order by place) as keys`.execute(tx);
  return rows[0] ?? { version: '', keys: [] };
}

/**
 * Every change of a status changes the list's counts, and so makes a new version of its row. Without statuses only
 * additions and deletions count, so that this holds while the list is being sent to: an added recipient has the highest
 * id (docs/engine.md#import-and-mark), and while that is the same, as many are the same ones.
 */
function versionOf({ user_id, list_id, status }: ListOrder): RawBuilder<unknown> {
  if (status) return sql`(select xmin::text from lists where user_id = ${user_id} and id = ${list_id})`;
  const newest = RECIPIENT_STATUSES.map(
    (one) => sql`(select max(id) from recipients
      where user_id = ${user_id} and list_id = ${list_id} and status = ${one})`,
  );
  return sql`(select (pending + sent + failed + not_found) || ' to ' || greatest(${sql.join(newest)})
    from lists where user_id = ${user_id} and id = ${list_id})`;
}
