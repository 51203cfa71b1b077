import type { replyReadingCalls } from '@pigeonpost/contract/calls/reply-readings';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { conflict } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { listLastReading } from './reading-queries.ts';
import { askForReading, chooseReadable, isReading, toReading } from './readings.ts';

/** Readings of replies that a user asks for, and how they go (docs/behaviour.md#reading-replies). */
export function replyReadingRoutes(deps: Deps): Routes<typeof replyReadingCalls> {
  return {
    'POST /api/replies/read': async ({ tx, afterCommit, caller, body: { profile_ids } }) => {
      const user_id = caller.user.id;
      const now = deps.clock.now();
      // Two simultaneous calls would both find none under way.
      await lockUser(tx, user_id);
      if (await isReading(tx, user_id)) throw conflict('Replies are being read already.');
      const chosen = await chooseReadable(tx, { user_id, profile_ids, now });
      const request_id = await askForReading({ tx, afterCommit, deps }, { user_id, chosen, now });
      return { success: true, request_id };
    },

    'GET /api/replies/reading': async ({ tx, caller }) => ({
      reading: toReading(await listLastReading(tx, caller.user.id)),
    }),
  };
}
