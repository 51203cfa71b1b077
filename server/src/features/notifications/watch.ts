import { lockWatch } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import type { EngineContext } from '../../engine/context.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import {
  listAwayAgents,
  listEndings,
  listLateBackups,
  listLongWaits,
  listResetRequests,
} from './watch-queries.ts';

/**
 * Tells what no call brings about: an agent that a running campaign lacks, an end of a subscription that comes near,
 * tickets that wait, passwords that were forgotten and a backup that is due (docs/behaviour.md#notifications). Each is
 * told once; the queries leave out what was.
 */
export async function watchForUsers(deps: Deps): Promise<void> {
  await deps.asSystem('notifications', async (tx, afterCommit) => {
    await lockWatch(tx);
    const context: EngineContext = { tx, afterCommit, deps };
    const now = deps.clock.now();
    for (const { user_id, ...args } of await listAwayAgents(tx, now))
      await notifyUser(context, { user_id, kind: 'agent_away', args });
    for (const { user_id, ...args } of await listEndings(tx, now))
      await notifyUser(context, { user_id, kind: 'subscription_ends', args });
    for (const { user_id, ...args } of await listLongWaits(tx, now))
      await notifyUser(context, { user_id, kind: 'ticket_waits', args });
    for (const { user_id, ...args } of await listResetRequests(tx))
      await notifyUser(context, { user_id, kind: 'reset_requested', args });
    for (const { user_id, ...args } of await listLateBackups(tx, {
      now,
      everyHours: deps.config.backupEveryHours,
    }))
      await notifyUser(context, { user_id, kind: 'backup_late', args });
  });
}
