import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { newUsernameError, USERNAME_TAKEN } from '@pigeonpost/contract/names/usernames';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { eventOf, recordSecurityEvent } from '../../access/security-events.ts';
import { lockUser } from '../../database/locks.ts';
import type { EngineContext } from '../../engine/context.ts';
import { endOrPauseCampaigns } from '../../engine/pause-and-complete.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import { deleteResetsMadeBy } from '../auth/reset-queries.ts';
import { unassignTickets } from '../support/queries.ts';
import { endAccess } from './end-access.ts';
import { lockAccounts } from './lock-accounts.ts';
import { getUser, listSessions, updateUser } from './queries.ts';

interface Change {
  username?: string | undefined;
  role?: Role | undefined;
  pack?: Pack | undefined;
  is_active?: boolean | undefined;
  subscription_end_date?: string | null | undefined;
}

/** The 404 of every call about an account. */
export const noUser = () => notFound('User not found');

/**
 * Changes the given fields of an account, with all consequences at once: campaigns that may not continue are paused,
 * live connections of another role end, reset links of a former administrator become void and their tickets unassigned,
 * and a disabled account loses all its sessions and machines.
 */
export async function changeUser(
  context: EngineContext,
  who: { caller: Caller; request: FastifyRequest; id: number },
  change: Change,
): Promise<UserAccount> {
  const { tx, afterCommit, deps } = context;
  const { caller, request, id } = who;
  await lockAccounts(tx, caller);
  await lockUser(tx, id);
  const before = await getUser(tx, id, deps.clock.now());
  if (!before) throw noUser();
  // The consequences follow from the account after the change.
  const { username = before.username, role = before.role, is_active = before.is_active } = change;
  refuseOwnFall(caller, id, { role, is_active });
  refuseReservedName(before.username, username);
  const changed = await updateUser(tx, id, {
    ...change,
    time_zone: caller.user.time_zone,
  });
  if (changed === 'taken') throw conflict(USERNAME_TAKEN, { fields: { username: USERNAME_TAKEN } });
  await endOrPauseCampaigns(context, [{ user_id: id }]);
  await recordSecurityEvent(deps, tx, {
    ...eventOf(caller, request),
    kind: 'user_changed',
    detail: username,
  });
  if (role !== 'admin') await deleteResetsMadeBy(tx, id);
  const freed = role === 'admin' && is_active ? [] : await unassignTickets(tx, id);
  const ended = is_active ? [] : await endAccess(context, id);
  const lost = before.role === role ? ended : [...ended, ...(await listSessions(tx, id))];
  afterCommit(() => {
    deps.publish(id, 'user_update', { user_id: id });
    deps.endConnections(lost);
    for (const ticket of freed)
      deps.publishWithAdmins(ticket.user_id, 'ticket_update', { ticket_id: ticket.id });
  });
  // Waiting polls of a disabled account's agents find that their tokens have ended.
  deps.nudges.nudge({ tx, afterCommit }, id);
  const user = await getUser(tx, id, deps.clock.now());
  if (!user) throw noUser();
  return user;
}

function refuseOwnFall(
  { user }: Caller,
  id: number,
  { role, is_active }: { role: Role; is_active: boolean },
): void {
  if (user.id !== id) return;
  if (role !== 'admin')
    throw conflict('You cannot take the role of administrator from yourself. Another administrator can.');
  if (!is_active) throw conflict('You cannot disable your own account. Another administrator can.');
}

function refuseReservedName(before: string, username: string): void {
  if (before.toLowerCase() === username.toLowerCase()) return;
  const error = newUsernameError(username);
  if (error !== undefined) throw badRequest(error, { fields: { username: error } });
}
