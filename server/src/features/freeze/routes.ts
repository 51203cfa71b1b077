import type { freezeCalls } from '@pigeonpost/contract/calls/freeze';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { announceFreeze } from './announce-freeze.ts';
import { latestIdentity } from './epochs.ts';
import { findFreeze, listMissing, thawUser } from './queries.ts';

/** A user's view and decision after a restore (docs/behaviour.md#freezes). */
export function freezeRoutes(deps: Deps): Routes<typeof freezeCalls> {
  const { clock, nudges } = deps;
  const find = async (tx: Tx, user_id: number) => {
    const found = await findFreeze(tx, user_id);
    if (!found) return null;
    const { epoch } = latestIdentity(deps, found.epoch);
    return { ...found, missing: await listMissing(tx, { user_id, epoch, now: clock.now() }) };
  };
  return {
    'GET /api/freeze': async ({ tx, caller }) => ({ freeze: await find(tx, caller.user.id) }),

    'POST /api/freeze/end': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const freeze = await find(tx, user_id);
      if (!freeze) return {};
      if (freeze.missing.length > 0 && !body.anyway) {
        const names = freeze.missing.map(({ machine_name }) => machine_name).join(', ');
        throw conflict(`Not yet reported what they sent: ${names}.`, { code: 'machines_missing' });
      }
      await thawUser(tx, user_id, clock.now());
      await announceFreeze({ tx, afterCommit, deps }, user_id);
      nudges.nudge({ tx, afterCommit }, user_id);
      return {};
    },
  };
}
