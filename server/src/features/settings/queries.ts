import type { Settings } from '@pigeonpost/contract/calls/settings';
import type { SettingsValues } from '@pigeonpost/contract/settings';
import type { Tx } from '../../database/transaction.ts';

const COLUMNS = ['max_retries', 'delay_start', 'delay_end', 'never_twice_days'] as const;

export async function getSettings(tx: Tx, user_id: number): Promise<Settings> {
  return tx.selectFrom('settings').select(COLUMNS).where('user_id', '=', user_id).executeTakeFirstOrThrow();
}

export async function insertSettings(tx: Tx, settings: SettingsValues & { user_id: number }): Promise<void> {
  await tx.insertInto('settings').values(settings).execute();
}

/** Gives the settings as they are then; the days that are left out stay as they were. */
export async function updateSettings(
  tx: Tx,
  user_id: number,
  { never_twice_days, ...settings }: SettingsValues & { never_twice_days?: number | null | undefined },
): Promise<Settings> {
  return tx
    .updateTable('settings')
    .set({ ...settings, ...(never_twice_days !== undefined && { never_twice_days }) })
    .where('user_id', '=', user_id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
