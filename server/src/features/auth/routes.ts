import { RESET_REQUESTED, USERNAME_TAKEN } from '@pigeonpost/contract/auth';
import type { authCalls } from '@pigeonpost/contract/calls/auth';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, conflict, forbidden, unauthorized } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteOtherSessions,
  deleteSession,
  isTimeZone,
  markResetRequested,
  updateCheckedUser,
  updateTimeZone,
} from './queries.ts';
import { register } from './register.ts';
import { checkPassword, openSession } from './sign-in.ts';

const WRONG = 'Invalid username or password';
const WRONG_OWN = 'The current password is not right';

export function authRoutes(deps: Deps): Routes<typeof authCalls> {
  return {
    'POST /api/auth/register': {
      // The hash takes a while: no transaction is held meanwhile.
      async ownTransactions({ body }) {
        const user = await register(deps, { ...body, role: 'user', pack: 'starter' });
        if (!user) throw conflict(USERNAME_TAKEN);
        return { message: 'Registration successful! Please login.' };
      },
    },

    'POST /api/auth/login': {
      async ownTransactions({ body, request }) {
        const attempt = { username: body.username.trim(), address: request.ip, now: deps.clock.now() };
        const user = await checkPassword(deps, attempt, body.password);
        if (!user) throw unauthorized(WRONG);
        if (!user.is_active) throw forbidden('This account is disabled');
        const session = await openSession(deps, user, body.time_zone);
        if (!session) throw unauthorized(WRONG);
        return session;
      },
    },

    'GET /api/auth/profile': async ({ caller }) => ({ user: caller.user }),

    'PUT /api/auth/profile': async ({ tx, caller, body }) => {
      if (!(await isTimeZone(tx, body.time_zone))) throw badRequest('This time zone is not known');
      return { user: await updateTimeZone(tx, caller.user.id, body.time_zone) };
    },

    'POST /api/auth/logout': async ({ tx, caller, afterCommit }) => {
      await deleteSession(tx, { id: caller.session_id, user_id: caller.user.id });
      afterCommit(() => deps.endConnections([caller.session_id]));
      return {};
    },

    'PUT /api/auth/password': {
      async ownTransactions({ caller, body, request }) {
        const { id: user_id, username } = caller.user;
        // Throttled like a sign-in: who found an open browser must not guess here either.
        const attempt = { username, address: request.ip, now: deps.clock.now() };
        const stored = await checkPassword(deps, attempt, body.current_password);
        // 400, never 401: the session is in order (3-decisions, Forgotten password).
        const wrong = badRequest(WRONG_OWN, { fields: { current_password: WRONG_OWN } });
        if (!stored) throw wrong;
        const password_hash = await hashPassword(body.new_password);
        await deps.asUser(user_id, async (tx, afterCommit) => {
          // A machine that enrols at this moment comes first, and ends with the others.
          await lockUser(tx, user_id);
          if (!(await updateCheckedUser(tx, stored, { password_hash }))) throw wrong;
          const ended = await deleteOtherSessions(tx, { id: caller.session_id, user_id });
          afterCommit(() => deps.endConnections(ended));
          // Polls of agents that wait look up and find their tokens gone.
          afterCommit(() => deps.nudges.nudge(user_id));
        });
        return {};
      },
    },

    'POST /api/auth/forgot-password': async ({ tx, body }) => {
      await markResetRequested(tx, body.username, deps.clock.now());
      return { message: RESET_REQUESTED };
    },
  };
}
