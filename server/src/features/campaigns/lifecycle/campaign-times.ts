import { LAST_MOMENT_TOO_SOON } from '@pigeonpost/contract/campaigns';
import { type HourRange, minutesOf, neverMeetError } from '@pigeonpost/contract/sending-hours';
import { toMinutes } from '../../../database/sql/multiranges.ts';
import type { Tx } from '../../../database/transaction.ts';
import { badRequest } from '../../../errors.ts';
import { findAccountHours } from './create-queries.ts';

/** When and how much a campaign may send, besides what its account allows. */
export interface CampaignTimes {
  hours?: HourRange[] | null | undefined;
  not_after?: string | null | undefined;
  cap_day?: number | null | undefined;
  canary?: number | null | undefined;
}

/**
 * The columns of these limits; those that are left out stay as they are. Throws errors for people: hours that never
 * meet the account's, a last moment that has passed (docs/behaviour.md#limits-of-a-campaign).
 */
export async function readTimes(
  tx: Tx,
  {
    user_id,
    times: { hours, not_after, cap_day, canary },
    now,
  }: { user_id: number; times: CampaignTimes; now: Date },
) {
  const minutes = hours && minutesOf(hours);
  if (minutes) {
    const error = neverMeetError(minutes, await findAccountHours(tx, user_id));
    if (error) throw badRequest(error, { fields: { hours: error } });
  }
  if (not_after != null && new Date(not_after) <= now)
    throw badRequest(LAST_MOMENT_TOO_SOON, { fields: { not_after: LAST_MOMENT_TOO_SOON } });
  return {
    ...(minutes !== undefined && { hours: toMinutes(minutes) }),
    ...(not_after !== undefined && { not_after }),
    ...(cap_day !== undefined && { cap_day }),
    ...(canary !== undefined && { canary }),
  };
}
