import type { SignedInUser, User } from '@pigeonpost/contract/calls/auth';
import { formatBrowser } from '@pigeonpost/contract/notifications/format-browser';
import type { Origin } from '../../access/caller.ts';
import { networkOf } from '../../access/caller-address.ts';
import { cutText, recordSecurityEvent, USER_AGENT_MAX } from '../../access/security-events.ts';
import { insertLoginSession } from '../../access/session-queries.ts';
import { type Attempt, throttleAttempt } from '../../access/throttle.ts';
import { isNewBrowser, rememberAddress } from '../../access/throttle-queries.ts';
import { createToken, loginExpiry } from '../../access/tokens.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../errors.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { verifyPassword } from './passwords.ts';
import { findUserByName, isTimeZone, type StoredUser, updateCheckedUser, withOffsets } from './queries.ts';

/**
 * The user with this name and password, or undefined, after the same time whether the user exists or not; 429 after too
 * many failures. No transaction is held while the hash is computed.
 */
export async function checkPassword(
  deps: Deps,
  attempt: Attempt,
  password: string,
): Promise<StoredUser | undefined> {
  return throttleAttempt(deps, attempt, async () => {
    const user = await deps.readAsSystem('sign-in', (tx) => findUserByName(tx, attempt.username));
    return (await verifyPassword(password, user?.password_hash)) ? user : undefined;
  });
}

const WRONG_OWN = 'The current password is not right';

/** The refusal of one's own password: 400, never 401, which would end a valid session. */
export const wrongOwnPassword = (error = WRONG_OWN) =>
  badRequest(error, { fields: { current_password: error } });

/**
 * The caller, who has typed the own password. Throttled like a sign-in, because a person at an unlocked computer might
 * guess here.
 */
export async function checkOwnPassword(
  deps: Deps,
  {
    user,
    action,
    ...origin
  }: Origin & {
    user: Pick<User, 'username'>;
    action: 'password_change' | 'email_change';
  },
  password: string,
): Promise<StoredUser> {
  const attempt = { ...origin, action, username: user.username, now: deps.clock.now() };
  const stored = await checkPassword(deps, attempt, password);
  if (!stored) throw wrongOwnPassword();
  return stored;
}

/** A new session of a user whose password was checked; undefined if the password has changed since. */
export async function openSession(
  deps: Deps,
  checked: StoredUser,
  { username, address, user_agent, now, timeZone }: Attempt & { timeZone: string | undefined },
): Promise<{ token: string; user: SignedInUser } | undefined> {
  const { token, hash } = createToken();
  return deps.asSystem('sign-in', async (tx, afterCommit) => {
    // The browser's zone is used at the first sign-in only; afterwards the user's choice is.
    const isFirst = checked.last_login === null && timeZone !== undefined && (await isTimeZone(tx, timeZone));
    const user = await updateCheckedUser(tx, checked, {
      last_login: now,
      // A user who knows the password needs no reset.
      password_reset_requested_at: null,
      ...(isFirst && { time_zone: timeZone }),
    });
    if (!user) return undefined;
    const ended = await insertLoginSession(tx, {
      user_id: user.id,
      token_hash: hash,
      now,
      expires_at: loginExpiry(now),
      address,
      user_agent: cutText(user_agent, USER_AGENT_MAX),
    });
    afterCommit(() => deps.endConnections(ended));
    const known = { user_id: user.id, address: networkOf(address), browser: formatBrowser(user_agent) };
    if (checked.last_login !== null && (await isNewBrowser(tx, known))) {
      const args = { user_agent: cutText(user_agent, USER_AGENT_MAX), address };
      const item = { kind: 'new_sign_in', args } as const;
      await notifyUser({ tx, afterCommit, deps }, { user_id: user.id, ...item });
      const values = { username: user.username, item };
      await queueMail(deps, tx, { user_id: user.id, kind: 'new_sign_in', values });
    }
    await rememberAddress(tx, { ...known, last_used_at: now });
    const told = { user_id: user.id, username, address, user_agent };
    await recordSecurityEvent(deps, tx, { ...told, kind: 'sign_in' });
    return { token, user: await withOffsets(tx, user) };
  });
}
