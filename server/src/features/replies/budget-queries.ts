import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface PersonKey {
  user_id: number;
  name: string;
}

/** The number of messages to a person since their last reply; undefined where no campaign wrote to them. */
export async function findUnreplied(tx: Tx, { user_id, name }: PersonKey): Promise<number | undefined> {
  const ledger = await tx
    .selectFrom('message_ledger')
    .select('unreplied')
    .where('user_id', '=', user_id)
    .where('recipient', '=', name)
    .executeTakeFirst();
  return ledger?.unreplied ?? undefined;
}

/** Counts a person's messages from none again. */
export async function forgetUnreplied(
  tx: Tx,
  { user_id, name, reason, now }: PersonKey & { reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('message_ledger')
    .set({ without_reply: sql`'{}'`, waived_at: now, waived_reason: reason })
    .where('user_id', '=', user_id)
    .where('recipient', '=', name)
    .execute();
}
