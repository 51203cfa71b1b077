import { RESET_REQUESTED, USERNAME_TAKEN } from '@pigeonpost/contract/auth';
import type { authCalls, User } from '@pigeonpost/contract/calls/auth';
import type { Deps } from '../../deps.ts';
import { badRequest, conflict, forbidden, tooMany, unauthorized } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import {
  deleteOtherSessions,
  deleteSession,
  findUserByName,
  getUser,
  insertLoginSession,
  isTimeZone,
  markResetRequested,
  type StoredUser,
  updateUser,
} from './queries.ts';
import { register } from './register.ts';
import { type Attempt, judgeAttempt, recordFailure } from './throttle.ts';
import { createToken, loginExpiry } from './tokens.ts';

const TOO_MANY = 'Too many failed sign-ins. Please wait a few minutes and try again.';
const WRONG = 'Invalid username or password';

export function authRoutes(deps: Deps): Routes<typeof authCalls> {
  return {
    'POST /api/auth/register': {
      // The hash takes a while: no transaction is held meanwhile.
      async ownTransactions({ body, reply: _ }) {
        const user = await register(deps, { ...body, role: 'user', pack: 'starter' });
        if (!user) throw conflict(USERNAME_TAKEN);
        return { message: 'Registration successful! Please login.' };
      },
    },

    'POST /api/auth/login': {
      async ownTransactions({ body, request }) {
        const attempt = { username: body.username.trim(), address: request.ip, now: deps.clock.now() };
        const user = await checkPassword(deps, attempt, body.password);
        if (!user.is_active) throw forbidden('This account is disabled');
        return openSession(deps, user, body.time_zone);
      },
    },

    'GET /api/auth/profile': async ({ caller }) => ({ user: caller.user }),

    'PUT /api/auth/profile': async ({ tx, caller, body }) => {
      if (!(await isTimeZone(tx, body.time_zone))) throw badRequest('This time zone is not known');
      return { user: await updateUser(tx, caller.user.id, { time_zone: body.time_zone }) };
    },

    'POST /api/auth/logout': async ({ tx, caller, afterCommit }) => {
      await deleteSession(tx, { id: caller.session_id, user_id: caller.user.id });
      afterCommit(() => deps.endConnections([caller.session_id]));
      return {};
    },

    'PUT /api/auth/password': {
      async ownTransactions({ caller, body }) {
        const stored = await deps.asUser(caller.user.id, (tx) => getUser(tx, caller.user.id));
        // 400, never 401: the session is in order (3-decisions, Forgotten password).
        if (!(await verifyPassword(body.current_password, stored.password_hash)))
          throw badRequest('The current password is not right', {
            fields: { current_password: 'The current password is not right' },
          });
        const password_hash = await hashPassword(body.new_password);
        await deps.asUser(caller.user.id, async (tx, afterCommit) => {
          await updateUser(tx, caller.user.id, { password_hash });
          const ended = await deleteOtherSessions(tx, { id: caller.session_id, user_id: caller.user.id });
          afterCommit(() => deps.endConnections(ended));
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

async function checkPassword(deps: Deps, attempt: Attempt, password: string): Promise<StoredUser> {
  const { verdict, user } = await deps.asSystem('sign-in', async (tx) => ({
    verdict: await judgeAttempt(tx, attempt),
    user: await findUserByName(tx, attempt.username),
  }));
  if (verdict.may === 'wait') throw tooMany(TOO_MANY, verdict.retryAfter);
  const isRight = await verifyPassword(password, user?.password_hash);
  if (isRight && user) return user;
  await deps.asSystem('sign-in', (tx) => recordFailure(tx, attempt));
  if (verdict.may === 'try if right') throw tooMany(TOO_MANY, verdict.retryAfter);
  throw unauthorized(WRONG);
}

async function openSession(
  deps: Deps,
  stored: StoredUser,
  timeZone: string | undefined,
): Promise<{ token: string; user: User }> {
  const { token, hash } = createToken();
  const now = deps.clock.now();
  return deps.asSystem('sign-in', async (tx) => {
    // The browser's zone counts at the first sign-in only; afterwards the user's choice does.
    const isFirst = stored.last_login === null && timeZone !== undefined && (await isTimeZone(tx, timeZone));
    await insertLoginSession(tx, { user_id: stored.id, token_hash: hash, now, expires_at: loginExpiry(now) });
    const user = await updateUser(tx, stored.id, {
      last_login: now,
      ...(isFirst && { time_zone: timeZone }),
    });
    return { token, user };
  });
}
