import type { Settings, settingsCalls } from '@pigeonpost/contract/calls/settings';
import {
  DELAY_MAX_SECONDS,
  DELAY_MIN_SECONDS,
  neverTwiceError,
  settingsErrors,
} from '@pigeonpost/contract/settings';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { guardNames } from './names.ts';
import { getSettings, updateSettings } from './queries.ts';

/**
 * A user's pace, retries and kind of names; the limits of the pace depend on the server (docs/behaviour.md#settings).
 */
export function settingsRoutes({ config }: Deps): Routes<typeof settingsCalls> {
  const delay_min = config.practiceUrl === undefined ? DELAY_MIN_SECONDS : 0;
  const limits = { delay_min, delay_max: DELAY_MAX_SECONDS };
  return {
    'GET /api/settings': async ({ tx, caller }) => ({
      settings: await getSettings(tx, caller.user.id),
      limits,
    }),

    'PUT /api/settings': async ({ tx, caller, body }) => {
      const user_id = caller.user.id;
      // The two delays are checked together, so the later of two changes must see the earlier.
      await lockUser(tx, user_id);
      const saved = await getSettings(tx, user_id);
      const fields = errorsOf(body, saved, delay_min);
      const [first] = Object.values(fields);
      if (first !== undefined) throw badRequest(first, { fields });
      if (body.names !== undefined && body.names !== saved.names) await guardNames(tx, user_id);
      return { settings: await updateSettings(tx, user_id, body), limits };
    },
  };
}

type Change = { [Field in keyof Settings]?: Settings[Field] | undefined };

/** The errors of a change, by field, together with the settings that stay. */
function errorsOf(
  change: Change,
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
