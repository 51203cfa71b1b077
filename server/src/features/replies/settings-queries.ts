import type { RepliesSettings } from '@pigeonpost/contract/calls/replies';
import type { Tx } from '../../database/transaction.ts';

const COLUMNS = [
  'read_replies_hours',
  'quiet_days',
  'budget',
  'reply_text_days',
  'stop_languages',
  'stop_words',
] as const;

/** How a user's replies are read, kept and judged. */
export async function getRepliesSettings(tx: Tx, user_id: number): Promise<RepliesSettings> {
  const settings = await tx
    .selectFrom('settings')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  // The contract checks what is written.
  return settings as RepliesSettings;
}

type Change = { [Field in keyof RepliesSettings]?: RepliesSettings[Field] | undefined };

/** Writes the given fields. */
export async function updateRepliesSettings(tx: Tx, user_id: number, change: Change): Promise<void> {
  await tx.updateTable('settings').set(change).where('user_id', '=', user_id).execute();
}

/** Whether a machine of the user can read replies. */
export async function canReadReplies(tx: Tx, user_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('reads_replies', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
