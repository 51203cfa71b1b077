import type { userCalls } from '@pigeonpost/contract/calls/users';
import { USERNAME_TAKEN } from '@pigeonpost/contract/names/usernames';
import { eventOf, recordSecurityEvent } from '../../access/security-events.ts';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { stopForRemoval } from '../../engine/remove-user.ts';
import { conflict } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageInfoOf, pageSlice } from '../../http/paging.ts';
import { refuseWeakPassword } from '../auth/new-passwords.ts';
import { makeResetLink } from '../auth/password-resets.ts';
import { hashPassword } from '../auth/passwords.ts';
import { makeUser } from '../auth/register.ts';
import { setPassword } from '../auth/set-password.ts';
import { changeUser, noUser } from './change-user.ts';
import { extendUsers } from './extend-users.ts';
import { countUsers, listUsers } from './list-queries.ts';
import { lockAccounts } from './lock-accounts.ts';
import { deleteUser, findEnd, getUser, listSessions } from './queries.ts';

const OWN_ACCOUNT = 'You cannot delete your own account. Another administrator can.';

/** Accounts, for administrators (docs/behaviour.md#users). */
export function userRoutes(deps: Deps): Routes<typeof userCalls> {
  return {
    'GET /api/users': async ({ tx, query }) => {
      const slice = pageSlice(query);
      const { sort_by, ...filter } = query;
      const now = deps.clock.now();
      const { users, total } = await listUsers(tx, { filter, sort_by, slice, now });
      const counts = await countUsers(tx, filter, now);
      return { users, pagination: pageInfoOf(slice, total), counts };
    },

    'POST /api/users': {
      // The hash takes a while, so no transaction is held meanwhile.
      async ownTransactions({ caller, body, request }) {
        const { username, password, role, pack, subscription_end_date = null } = body;
        await refuseWeakPassword({ username, password }, 'password');
        const password_hash = await hashPassword(password);
        return deps.asSystem('making a user', async (tx) => {
          await lockAccounts(tx, caller);
          const made = await makeUser(tx, {
            username,
            password_hash,
            role,
            pack,
            subscription_end_date: await findEnd(tx, subscription_end_date, caller.user.time_zone),
            // The browser's zone replaces it at the first sign-in.
            time_zone: 'UTC',
            created_at: deps.clock.now(),
          });
          if (!made) throw conflict(USERNAME_TAKEN, { fields: { username: USERNAME_TAKEN } });
          const told = { ...eventOf(caller, request), kind: 'user_created', detail: username } as const;
          await recordSecurityEvent(deps, tx, told);
          const user = await getUser(tx, made.id, deps.clock.now());
          if (!user) throw noUser();
          return { user };
        });
      },
    },

    'POST /api/users/extend': async ({ tx, afterCommit, caller, request, body }) => ({
      users: await extendUsers({ tx, afterCommit, deps }, { caller, request }, body),
    }),

    'PUT /api/users/{id}': async ({ tx, afterCommit, caller, request, params, body }) => ({
      user: await changeUser({ tx, afterCommit, deps }, { caller, request, id: params.id }, body),
    }),

    'PUT /api/users/{id}/password': {
      async ownTransactions({ caller, request, params, body }) {
        const user = await deps.readAsSystem('setting a password', (tx) =>
          getUser(tx, params.id, deps.clock.now()),
        );
        if (!user) throw noUser();
        await refuseWeakPassword({ username: user.username, password: body.new_password }, 'new_password');
        const password_hash = await hashPassword(body.new_password);
        await deps.asSystem('setting a password', async (tx, afterCommit) => {
          await lockAccounts(tx, caller);
          const context = { tx, afterCommit, deps };
          const keep = caller.user.id === params.id ? caller.session_id : undefined;
          if (!(await setPassword(context, { user_id: params.id, password_hash, keep }))) throw noUser();
          const { username } = user;
          const told = { ...eventOf(caller, request), kind: 'password_set', detail: username } as const;
          await recordSecurityEvent(deps, tx, told);
        });
        return {};
      },
    },

    'POST /api/users/{id}/reset-link': async ({ tx, caller, request, params }) => {
      await lockAccounts(tx, caller);
      const user = await getUser(tx, params.id, deps.clock.now());
      if (!user) throw noUser();
      const told = { ...eventOf(caller, request), kind: 'reset_link_made', detail: user.username } as const;
      await recordSecurityEvent(deps, tx, told);
      return makeResetLink(deps, tx, { user_id: params.id, made_by: caller.user.id });
    },

    'DELETE /api/users/{id}': async ({ tx, afterCommit, caller, request, params: { id } }) => {
      await lockAccounts(tx, caller);
      if (caller.user.id === id) throw conflict(OWN_ACCOUNT);
      // Present work for the user ends first; later work finds no user.
      await lockUser(tx, id);
      const user = await getUser(tx, id, deps.clock.now());
      if (!user) throw noUser();
      await stopForRemoval(tx, id);
      const sessions = await listSessions(tx, id);
      await deleteUser(tx, id, deps.clock.now());
      const told = { ...eventOf(caller, request), kind: 'user_deleted', detail: user.username } as const;
      await recordSecurityEvent(deps, tx, told);
      afterCommit(() => deps.endConnections(sessions));
      deps.nudges.nudge({ tx, afterCommit }, id);
      return {};
    },
  };
}
