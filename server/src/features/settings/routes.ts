import { DELAY_MAX_SECONDS } from '@pigeonpost/contract/account/settings';
import type { settingsCalls } from '@pigeonpost/contract/calls/settings';
import { PRACTICE_UNDO_SECONDS, UNDO_SECONDS } from '@pigeonpost/contract/campaigns';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { changeSettings, leastDelay } from './change-settings.ts';
import { findIsFirst, getSettings } from './queries.ts';

/**
 * A user's pace, retries, kind of names, sending hours and caps; the limits of the pace depend on the server
 * (docs/behaviour.md#settings).
 */
export function settingsRoutes(deps: Deps): Routes<typeof settingsCalls> {
  const isPractice = deps.config.practiceUrl !== undefined;
  const undo_seconds = isPractice ? PRACTICE_UNDO_SECONDS : UNDO_SECONDS;
  const limits = { delay_min: leastDelay(deps), delay_max: DELAY_MAX_SECONDS, undo_seconds };
  return {
    'GET /api/settings': async ({ tx, caller }) => ({
      settings: await getSettings(tx, caller.user.id),
      limits,
      suggests_canary: !isPractice && (await findIsFirst(tx, caller.user.id)),
    }),

    'PUT /api/settings': async ({ tx, afterCommit, caller, body }) => {
      const { settings, warnings } = await changeSettings({ tx, afterCommit, deps }, caller.user, body);
      const suggests_canary = !isPractice && (await findIsFirst(tx, caller.user.id));
      return { settings, limits, suggests_canary, warnings };
    },
  };
}
