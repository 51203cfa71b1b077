import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** The user's templates that may have blanks, the oldest first. */
export async function listBlankTemplates(
  tx: Tx,
  user_id: number,
): Promise<{ id: number; name: string; content: string }[]> {
  return tx
    .selectFrom('templates')
    .select(['id', 'name', 'content'])
    .where('user_id', '=', user_id)
    .where('content', 'like', '%{%')
    .orderBy('id')
    .execute();
}

/** The name of an unfinished campaign whose text has a blank of this field. */
export async function findCampaignWithField(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from campaigns
    where user_id = ${user_id} and status in ('pending', 'running', 'paused') and deleted_at is null
      and parts @> ${JSON.stringify([{ field: id }])}::jsonb
    order by id limit 1`.execute(tx);
  return rows[0]?.name;
}
