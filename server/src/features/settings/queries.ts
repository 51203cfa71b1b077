import type { Settings } from '@pigeonpost/contract/calls/settings';
import type { NameKind } from '@pigeonpost/contract/recipients';
import type { SettingsValues } from '@pigeonpost/contract/settings';
import type { Tx } from '../../database/transaction.ts';

const COLUMNS = ['max_retries', 'delay_start', 'delay_end', 'never_twice_days', 'names'] as const;

/** Every user has a row since registering. */
export async function getSettings(tx: Tx, user_id: number): Promise<Settings> {
  return tx.selectFrom('settings').select(COLUMNS).where('user_id', '=', user_id).executeTakeFirstOrThrow();
}

/** Part of making a user. */
export async function insertSettings(tx: Tx, settings: SettingsValues & { user_id: number }): Promise<void> {
  await tx.insertInto('settings').values(settings).execute();
}

/** How a user's recipients are named. */
export async function getNameKind(tx: Tx, user_id: number): Promise<NameKind> {
  const { names } = await getSettings(tx, user_id);
  return names;
}

/** Whether a campaign of the user could still write to somebody. */
export async function hasUnfinishedCampaign(tx: Tx, user_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Writes the given fields, and returns the settings. */
export async function updateSettings(
  tx: Tx,
  user_id: number,
  change: { [Field in keyof Settings]?: Settings[Field] | undefined },
): Promise<Settings> {
  return tx
    .updateTable('settings')
    .set(change)
    .where('user_id', '=', user_id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
