import { RESET_REQUESTED, RESET_REQUESTED_OR_MAILED } from '@pigeonpost/contract/account/passwords';
import type { authCalls } from '@pigeonpost/contract/calls/auth';
import { USERNAME_TAKEN } from '@pigeonpost/contract/names/usernames';
import { originOf } from '../../access/caller.ts';
import { networkOf } from '../../access/caller-address.ts';
import {
  eventOf,
  recordRefusal,
  recordRefusalIn,
  recordSecurityEvent,
} from '../../access/security-events.ts';
import {
  deleteLoginSessions,
  deleteSession,
  deleteSessions,
  listLoginSessions,
} from '../../access/session-queries.ts';
import { throttleAttempt } from '../../access/throttle.ts';
import { forgetOtherAddresses } from '../../access/throttle-queries.ts';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { AfterCommit } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, conflict, forbidden, notFound, unauthorized } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { endPairings } from '../pairings/queries.ts';
import { refuseWeakPassword } from './new-passwords.ts';
import { checkResetLink, resetPassword } from './password-resets.ts';
import { hashPassword } from './passwords.ts';
import { isTimeZone, markResetRequested, updateCheckedUser, updateTimeZone, withOffsets } from './queries.ts';
import { register } from './register.ts';
import { deleteResets } from './reset-queries.ts';
import { checkOwnPassword, checkPassword, openSession, wrongOwnPassword } from './sign-in.ts';
import { insertWish } from './wish-queries.ts';

const WRONG = 'Invalid username or password';

/** Registering, signing in and out, and passwords (docs/behaviour.md#sessions). */
export function authRoutes(deps: Deps): Routes<typeof authCalls> {
  return {
    'POST /api/auth/register': {
      // The hash takes a while, so no transaction is held meanwhile.
      async ownTransactions({ body, request }) {
        // Throttled by its address, so that names cannot be tried one after another to find taken ones.
        const origin = originOf(request);
        const { username } = body;
        const user = await throttleAttempt(
          deps,
          { ...origin, action: 'registration', username, now: deps.clock.now() },
          () =>
            register(deps, {
              ...body,
              languages: request.headers['accept-language'],
              role: 'user',
              pack: 'starter',
              origin,
            }),
        );
        if (!user) throw conflict(USERNAME_TAKEN);
        return { message: 'Registration successful! Please login.' };
      },
    },

    'POST /api/auth/login': {
      async ownTransactions({ body, request }) {
        const origin = originOf(request);
        const username = body.username.trim();
        const attempt = { ...origin, action: 'sign_in', username, now: deps.clock.now() } as const;
        const user = await checkPassword(deps, attempt, body.password);
        if (!user) throw unauthorized(WRONG);
        if (!user.is_active) {
          await recordRefusal(deps, { ...origin, kind: 'sign_in_disabled', user_id: user.id, username });
          throw forbidden('This account is disabled');
        }
        const session = await openSession(deps, user, { ...attempt, timeZone: body.time_zone });
        if (!session) throw unauthorized(WRONG);
        return session;
      },
    },

    'GET /api/auth/profile': async ({ tx, caller }) => ({ user: await withOffsets(tx, caller.user) }),

    'PUT /api/auth/profile': async ({ tx, caller, body, afterCommit }) => {
      if (!(await isTimeZone(tx, body.time_zone))) throw badRequest('This time zone is not known');
      // The hours are those of the new zone from the next grant on.
      await lockUser(tx, caller.user.id);
      deps.nudges.nudge({ tx, afterCommit }, caller.user.id);
      return { user: await updateTimeZone(tx, caller.user.id, body.time_zone) };
    },

    'POST /api/auth/logout': async ({ tx, caller, request, afterCommit }) => {
      await deleteSession(tx, { id: caller.session_id, user_id: caller.user.id });
      await recordSecurityEvent(deps, tx, { ...eventOf(caller, request), kind: 'sign_out' });
      endSessions({ tx, afterCommit }, { user_id: caller.user.id, ids: [caller.session_id] });
      return {};
    },

    'GET /api/auth/sessions': async ({ tx, caller }) => {
      const found = await listLoginSessions(tx, { user_id: caller.user.id, now: deps.clock.now() });
      return {
        sessions: found.map((session) => ({ ...session, is_current: session.id === caller.session_id })),
      };
    },

    'DELETE /api/auth/sessions/{id}': async ({ tx, caller, request, params: { id }, afterCommit }) => {
      const ended = await deleteLoginSessions(tx, { user_id: caller.user.id, id });
      if (ended.length === 0) throw notFound('This browser is signed out already');
      await recordSecurityEvent(deps, tx, { ...eventOf(caller, request), kind: 'sign_out' });
      endSessions({ tx, afterCommit }, { user_id: caller.user.id, ids: ended });
      return {};
    },

    'POST /api/auth/logout-everywhere': async ({ tx, caller, request, afterCommit }) => {
      const ended = await deleteLoginSessions(tx, { user_id: caller.user.id });
      await recordSecurityEvent(deps, tx, { ...eventOf(caller, request), kind: 'sign_out' });
      endSessions({ tx, afterCommit }, { user_id: caller.user.id, ids: ended });
      return { ended: ended.length };
    },

    'PUT /api/auth/password': {
      async ownTransactions({ caller, body, request }) {
        const { id: user_id, username } = caller.user;
        await refuseWeakPassword({ username, password: body.new_password }, 'new_password');
        const origin = originOf(request);
        const own = { ...origin, user: caller.user, action: 'password_change' } as const;
        const stored = await checkOwnPassword(deps, own, body.current_password);
        const password_hash = await hashPassword(body.new_password);
        await deps.asUser(user_id, async (tx, afterCommit) => {
          // A machine that is enrolling finishes first, so that its token ends with the others.
          await lockUser(tx, user_id);
          const change = { password_hash, password_reset_requested_at: null };
          if (!(await updateCheckedUser(tx, stored, change))) throw wrongOwnPassword();
          await deleteResets(tx, user_id);
          await endPairings(tx, { user_id, now: deps.clock.now() });
          await forgetOtherAddresses(tx, { user_id, address: networkOf(origin.address) });
          const ended = await deleteSessions(tx, { user_id, keep: caller.session_id });
          await recordSecurityEvent(deps, tx, { ...eventOf(caller, request), kind: 'password_changed' });
          afterCommit(() => deps.endConnections(ended));
          // Waiting polls of agents wake and find that their tokens have ended.
          deps.nudges.nudge({ tx, afterCommit }, user_id);
        });
        return {};
      },
    },

    'POST /api/auth/forgot-password': async ({ tx, body, request }) => {
      const { username } = body;
      const now = deps.clock.now();
      const hasMail = deps.mail.isConfigured;
      // For every name alike, and looked at after the answer: its time tells of no account and no address.
      if (hasMail) await insertWish(tx, { username, wished_at: now });
      else await markResetRequested(tx, username, now);
      // Written for every name, so that an existing name does not take longer to answer.
      await recordRefusalIn(deps, tx, { ...originOf(request), kind: 'reset_requested', username });
      return { message: hasMail ? RESET_REQUESTED_OR_MAILED : RESET_REQUESTED };
    },

    'POST /api/auth/reset-password/check': {
      async ownTransactions({ body }) {
        const { username, expires_at } = await checkResetLink(deps, body.token);
        return { username, expires_at };
      },
    },

    'POST /api/auth/reset-password': {
      async ownTransactions({ body, request }) {
        await resetPassword(deps, { ...body, origin: originOf(request) });
        return {};
      },
    },
  };

  /** After the commit their live connections end, and no server keeps their tokens cached. */
  function endSessions(
    { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
    { user_id, ids }: { user_id: number; ids: number[] },
  ): void {
    afterCommit(() => deps.endConnections(ids));
    deps.nudges.nudge({ tx, afterCommit }, user_id);
  }
}
