import type { settingsCalls } from '@pigeonpost/contract/calls/settings';
import { PRACTICE_UNDO_SECONDS, UNDO_SECONDS } from '@pigeonpost/contract/campaigns';
import { DELAY_MAX_SECONDS } from '@pigeonpost/contract/settings';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { changeSettings, leastDelay } from './change-settings.ts';
import { getSettings } from './queries.ts';

/**
 * A user's pace, retries, kind of names, sending hours and caps; the limits of the pace depend on the server
 * (docs/behaviour.md#settings).
 */
export function settingsRoutes(deps: Deps): Routes<typeof settingsCalls> {
  const undo_seconds = deps.config.practiceUrl === undefined ? UNDO_SECONDS : PRACTICE_UNDO_SECONDS;
  const limits = { delay_min: leastDelay(deps), delay_max: DELAY_MAX_SECONDS, undo_seconds };
  return {
    'GET /api/settings': async ({ tx, caller }) => ({
      settings: await getSettings(tx, caller.user.id),
      limits,
    }),

    'PUT /api/settings': async ({ tx, afterCommit, caller, body }) => {
      const { settings, warnings } = await changeSettings({ tx, afterCommit, deps }, caller.user, body);
      return { settings, limits, warnings };
    },
  };
}
