import type { User } from '@pigeonpost/contract/calls/auth';
import type { Deps } from '../../deps.ts';
import { tooMany } from '../../errors.ts';
import { verifyPassword } from './passwords.ts';
import {
  findUserByName,
  insertLoginSession,
  isTimeZone,
  type StoredUser,
  updateCheckedUser,
} from './queries.ts';
import { type Attempt, judgeAttempt, recordFailure } from './throttle.ts';
import { createToken, loginExpiry } from './tokens.ts';

const TOO_MANY = 'Too many failed sign-ins. Please wait a few minutes and try again.';

/**
 * The user whose password this is, or undefined; 429 where too many were wrong (3-decisions, Login throttle). No
 * transaction is held while the hash is made.
 */
export async function checkPassword(
  deps: Deps,
  attempt: Attempt,
  password: string,
): Promise<StoredUser | undefined> {
  const { verdict, user } = await deps.asSystem('sign-in', async (tx) => ({
    verdict: await judgeAttempt(tx, attempt),
    user: await findUserByName(tx, attempt.username),
  }));
  if (verdict.may === 'wait') throw tooMany(TOO_MANY, verdict.retryAfter);
  const isRight = (await verifyPassword(password, user?.password_hash)) && user !== undefined;
  const after = await deps.asSystem('sign-in', async (tx) => {
    if (!isRight) await recordFailure(tx, attempt);
    return judgeAttempt(tx, attempt);
  });
  // Of many guesses made at once, the right one must not be among those that nobody had counted yet.
  const isGuess = isRight ? after.may === 'wait' : verdict.may === 'try if right';
  if (isGuess) throw tooMany(TOO_MANY, after.may === 'try' ? 1 : after.retryAfter);
  return isRight ? user : undefined;
}

/** A new session of a user whose password was checked; undefined when it is no longer theirs. */
export async function openSession(
  deps: Deps,
  checked: StoredUser,
  timeZone: string | undefined,
): Promise<{ token: string; user: User } | undefined> {
  const { token, hash } = createToken();
  const now = deps.clock.now();
  return deps.asSystem('sign-in', async (tx) => {
    // The browser's zone counts at the first sign-in only; afterwards the user's choice does.
    const isFirst = checked.last_login === null && timeZone !== undefined && (await isTimeZone(tx, timeZone));
    const user = await updateCheckedUser(tx, checked, {
      last_login: now,
      ...(isFirst && { time_zone: timeZone }),
    });
    if (!user) return undefined;
    await insertLoginSession(tx, { user_id: user.id, token_hash: hash, now, expires_at: loginExpiry(now) });
    return { token, user };
  });
}
