import { DELAY_MIN_SECONDS, neverTwiceError, settingsErrors } from '@pigeonpost/contract/account/settings';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { judgeName, type NameRules, nameRules } from '@pigeonpost/contract/names/name-form';
import { typedError } from '@pigeonpost/contract/recipients';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { announceCampaigns } from '../../engine/announce-campaigns.ts';
import type { EngineContext } from '../../engine/context.ts';
import { countForCap } from '../../engine/counters/sending-days.ts';
import { followSite } from '../../engine/follow-site.ts';
import { badRequest } from '../../errors.ts';
import { refuseErased } from '../erasures/erased-names.ts';
import { getSite } from '../site/queries.ts';
import { guardNames } from './names.ts';
import { getSettings, type SettingsChange, updateSettings } from './queries.ts';
import { changesSending, checkTimes, warningsOf, withoutPast } from './sending-times.ts';

/** The least seconds between two messages: none on a server for the practice inbox. */
export const leastDelay = ({ config }: Deps) => (config.practiceUrl === undefined ? DELAY_MIN_SECONDS : 0);

/**
 * Changes a user's settings, and returns them with what new hours mean for campaigns; throws errors for people
 * (docs/behaviour.md#settings).
 */
export async function changeSettings(
  { tx, afterCommit, deps }: EngineContext,
  { id: user_id, time_zone }: { id: number; time_zone: string },
  wanted: SettingsChange,
): Promise<{ settings: Settings; warnings: string[] }> {
  // The two delays are checked together, so the later of two changes must see the earlier.
  await lockUser(tx, user_id);
  const saved = await getSettings(tx, user_id);
  const fields = errorsOf(wanted, saved, leastDelay(deps));
  const [first] = Object.values(fields);
  if (first !== undefined) throw badRequest(first, { fields });
  if (wanted.names !== undefined && wanted.names !== saved.names) {
    await guardNames(tx, user_id);
    // Usernames never had a domain; addresses with that of the site are the same people.
    if (wanted.names === 'address')
      await followSite(tx, {
        user_id,
        from: null,
        to: nameRules('address', await getSite(tx, user_id)).domain,
      });
  }
  const now = deps.clock.now();
  const rules = nameRules(wanted.names ?? saved.names, await getSite(tx, user_id));
  const change = withoutPast(withOwnName(wanted, rules), { time_zone, now });
  if (change.own_name != null) await refuseErased(tx, deps.secrets, { user_id, name: change.own_name });
  checkTimes({ change, saved, time_zone, now });
  if (change.cap_day !== undefined)
    await countForCap(tx, { user_id, campaign_id: 0 }, { cap_day: change.cap_day, now });
  const settings = await updateSettings(tx, user_id, change);
  if (changesSending(change)) {
    // Agents ask again at once, and browsers for what their campaigns wait for.
    await announceCampaigns({ tx, afterCommit, deps }, { user_id });
    deps.nudges.nudge({ tx, afterCommit }, user_id);
  }
  return { settings, warnings: await warningsOf(tx, { user_id, change }) };
}

/** The change with the own name as it is kept; 400 that says what is wrong with it. */
function withOwnName(change: SettingsChange, rules: NameRules): SettingsChange {
  if (change.own_name == null) return change;
  const { name, reason } = judgeName(change.own_name, rules);
  if (reason === undefined) return { ...change, own_name: name };
  const error = typedError({ text: name, error: reason, kind: rules.kind });
  throw badRequest(error, { fields: { own_name: error } });
}

/** The errors of a change, by field, together with the settings that stay. */
function errorsOf(
  change: SettingsChange,
  saved: Settings,
  delayMin: number,
): Partial<Record<keyof Settings, string>> {
  const {
    max_retries = saved.max_retries,
    delay_start = saved.delay_start,
    delay_end = saved.delay_end,
  } = change;
  const pace = { max_retries, delay_start, delay_end };
  const errors: Partial<Record<keyof Settings, string>> = settingsErrors(pace, delayMin);
  const twice = neverTwiceError(change.never_twice_days ?? null);
  if (twice !== undefined) errors.never_twice_days = twice;
  // A saved delay may be out of bounds: a practice server, which accepts shorter ones, may have become a real one.
  const isJudged = (field: string) =>
    field in change || (field === 'delay_end' && change.delay_start !== undefined);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isJudged(field)));
}
