import type { Settings } from '@pigeonpost/contract/calls/settings';
import { localTime } from '@pigeonpost/contract/local-time';
import { neverOpenError } from '@pigeonpost/contract/open-hours';
import { minutesOf, neverMeetError } from '@pigeonpost/contract/sending-hours';
import type { Tx } from '../../database/transaction.ts';
import { badRequest } from '../../errors.ts';
import { listNarrowedCampaigns, type SettingsChange } from './queries.ts';

const SENDING_FIELDS = ['hours', 'quiet_dates', 'profile_cap_hour', 'profile_cap_day', 'cap_day'] as const;

interface Now {
  time_zone: string;
  now: Date;
}

/** Whether a change moves the moment at which something may be sent. */
export function changesSending(change: SettingsChange): boolean {
  return SENDING_FIELDS.some((field) => change[field] !== undefined);
}

/** The same change without quiet dates that are over in the user's zone (docs/behaviour.md#sending-hours). */
export function withoutPast(change: SettingsChange, { time_zone, now }: Now): SettingsChange {
  if (!change.quiet_dates) return change;
  const today = localTime(now.getTime(), zoneOfIntl(time_zone)).day;
  return { ...change, quiet_dates: change.quiet_dates.filter(({ to }) => to >= today) };
}

/** Refuses hours and quiet dates that leave no moment to send: 400 (docs/behaviour.md#sending-hours). */
export function checkTimes({
  change,
  saved,
  time_zone,
  now,
}: Now & { change: SettingsChange; saved: Settings }): void {
  if (change.hours === undefined && change.quiet_dates === undefined) return;
  const { hours = saved.hours, quiet_dates = saved.quiet_dates } = change;
  const times = { hours: hours && minutesOf(hours), quiet_dates, time_zone: zoneOfIntl(time_zone) };
  const error = neverOpenError(times, now.getTime());
  if (error === undefined) return;
  throw badRequest(error, { fields: { [change.hours === undefined ? 'quiet_dates' : 'hours']: error } });
}

/** What changed hours mean for campaigns with hours of their own, as sentences (docs/behaviour.md#sending-hours). */
export async function warningsOf(
  tx: Tx,
  { user_id, change }: { user_id: number; change: SettingsChange },
): Promise<string[]> {
  if (!change.hours) return [];
  const account = minutesOf(change.hours);
  const campaigns = await listNarrowedCampaigns(tx, user_id);
  return campaigns
    .filter(({ minutes }) => neverMeetError(minutes, account) !== undefined)
    .map(({ name }) => `${name} would never send: its hours and your sending hours do not meet`);
}

/** Zones that were accepted once, such as 'Factory', count as UTC (docs/engine.md#time-zones). */
function zoneOfIntl(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
