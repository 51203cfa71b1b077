import type { SettingsValues } from '@pigeonpost/contract/account/settings';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { minutesOf, rangesOf, type WeekMinutes } from '@pigeonpost/contract/sending-hours';
import type { StopLanguage } from '@pigeonpost/contract/stop-words/languages';
import { type RawBuilder, sql } from 'kysely';
import { minutesIn, quietDatesIn, toDates, toMinutes } from '../../database/sql/multiranges.ts';
import type { Tx } from '../../database/transaction.ts';

const COLUMNS = [
  'max_retries',
  'delay_start',
  'delay_end',
  'never_twice_days',
  'names',
  minutesIn(sql.ref('hours')).as('minutes'),
  quietDatesIn(sql.ref('quiet_dates')).as('quiet_dates'),
  'profile_cap_hour',
  'profile_cap_day',
  'cap_day',
  'own_name',
  'hears_replies',
] as const;

/** Every user has a row since registering. */
export async function getSettings(tx: Tx, user_id: number): Promise<Settings> {
  const { minutes, ...settings } = await tx
    .selectFrom('settings')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { ...settings, hours: minutes && rangesOf(minutes) };
}

/** Whether nothing was ever sent for a user, nor perhaps sent. */
export const hasSentNothing = (user_id: number): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from message_ledger where user_id = ${user_id})`;

/** Whether the next campaign of a user is the first one. */
export async function findIsFirst(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`select ${hasSentNothing(user_id)} as is_first`.execute(
    tx,
  );
  return rows[0]?.is_first === true;
}

/** Part of making a user. */
export async function insertSettings(
  tx: Tx,
  settings: SettingsValues & { user_id: number; stop_languages?: StopLanguage[] },
): Promise<void> {
  await tx.insertInto('settings').values(settings).execute();
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

export type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

/** Writes the given fields, and returns the settings. */
export async function updateSettings(
  tx: Tx,
  user_id: number,
  { hours, quiet_dates, ...change }: SettingsChange,
): Promise<Settings> {
  await tx
    .updateTable('settings')
    .set({
      ...change,
      ...(hours !== undefined && { hours: toMinutes(hours && minutesOf(hours)) }),
      ...(quiet_dates && { quiet_dates: toDates(quiet_dates) }),
    })
    .where('user_id', '=', user_id)
    .execute();
  return getSettings(tx, user_id);
}

/** The unfinished campaigns with hours of their own, by name. */
export async function listNarrowedCampaigns(
  tx: Tx,
  user_id: number,
): Promise<{ name: string; minutes: WeekMinutes | null }[]> {
  return tx
    .selectFrom('campaigns')
    .select(['name', minutesIn(sql.ref('hours')).as('minutes')])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .where('hours', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
