import type { settingsCalls } from '@pigeonpost/contract/calls/settings';
import {
  DELAY_MAX_SECONDS,
  DELAY_MIN_SECONDS,
  neverTwiceError,
  settingsErrors,
} from '@pigeonpost/contract/settings';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../http/errors.ts';
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
      const twice = neverTwiceError(body.never_twice_days ?? null);
      const fields = { ...settingsErrors(body, delay_min), ...(twice && { never_twice_days: twice }) };
      const [first] = Object.values(fields);
      if (first !== undefined) throw badRequest(first, { fields });
      if (body.names) await guardNames(tx, { user_id: caller.user.id, names: body.names });
      return { settings: await updateSettings(tx, caller.user.id, body), limits };
    },
  };
}
