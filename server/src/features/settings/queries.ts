import type { SettingsValues } from '@pigeonpost/contract/settings';
import type { Tx } from '../../database/transaction.ts';

export async function getSettings(tx: Tx, user_id: number): Promise<SettingsValues> {
  return tx
    .selectFrom('settings')
    .select(['max_retries', 'delay_start', 'delay_end'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
}

export async function insertSettings(tx: Tx, settings: SettingsValues & { user_id: number }): Promise<void> {
  await tx.insertInto('settings').values(settings).execute();
}

export async function updateSettings(tx: Tx, user_id: number, settings: SettingsValues): Promise<void> {
  await tx.updateTable('settings').set(settings).where('user_id', '=', user_id).execute();
}
