import type { UserAccount } from '@pigeonpost/contract/calls/users';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { eventOf, recordSecurityEvent } from '../../access/security-events.ts';
import { lockUser } from '../../database/locks.ts';
import type { EngineContext } from '../../engine/context.ts';
import { endOrPauseCampaigns } from '../../engine/pause-and-complete.ts';
import { noUser } from './change-user.ts';
import { lockAccounts } from './lock-accounts.ts';
import { extendSubscription, getUser, updateUser } from './queries.ts';

interface Extension {
  user_ids: number[];
  /** Given if there is no day. */
  months?: number | undefined;
  subscription_end_date?: string | undefined;
}

/**
 * Extends the subscriptions of several users at once, each from its own end or all to one day: all of them, or none if
 * one does not exist.
 */
export async function extendUsers(
  context: EngineContext,
  { caller, request }: { caller: Caller; request: FastifyRequest },
  { user_ids, months, subscription_end_date }: Extension,
): Promise<UserAccount[]> {
  const { tx, afterCommit, deps } = context;
  await lockAccounts(tx, caller);
  const now = deps.clock.now();
  const { time_zone } = caller.user;
  // In the order in which every transaction locks several users.
  const ids = [...new Set(user_ids)].sort((a, b) => a - b);
  for (const id of ids) {
    await lockUser(tx, id);
    const user = await getUser(tx, id, now);
    if (!user) throw noUser();
    if (months === undefined) await updateUser(tx, id, { subscription_end_date, time_zone });
    else await extendSubscription(tx, id, { months, time_zone, now });
    const told = { ...eventOf(caller, request), kind: 'user_changed', detail: user.username } as const;
    await recordSecurityEvent(deps, tx, told);
    afterCommit(() => deps.publish(id, 'user_update', { user_id: id }));
    deps.nudges.nudge({ tx, afterCommit }, id);
  }
  // The one day may be before the existing end.
  await endOrPauseCampaigns(
    context,
    ids.map((user_id) => ({ user_id })),
  );
  const users: UserAccount[] = [];
  for (const id of ids) {
    const user = await getUser(tx, id, now);
    if (user) users.push(user);
  }
  return users;
}
