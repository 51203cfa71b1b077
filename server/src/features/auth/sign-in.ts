import type { User } from '@pigeonpost/contract/calls/auth';
import { networkOf } from '../../access/caller-address.ts';
import { cutText, recordSecurityEvent, USER_AGENT_MAX } from '../../access/security-events.ts';
import { insertLoginSession } from '../../access/session-queries.ts';
import { type Attempt, throttleAttempt } from '../../access/throttle.ts';
import { rememberAddress } from '../../access/throttle-queries.ts';
import { createToken, loginExpiry } from '../../access/tokens.ts';
import type { Deps } from '../../deps.ts';
import { verifyPassword } from './passwords.ts';
import { findUserByName, isTimeZone, type StoredUser, updateCheckedUser } from './queries.ts';

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

/** A new session of a user whose password was checked; undefined if the password has changed since. */
export async function openSession(
  deps: Deps,
  checked: StoredUser,
  { username, address, user_agent, now, timeZone }: Attempt & { timeZone: string | undefined },
): Promise<{ token: string; user: User } | undefined> {
  const { token, hash } = createToken();
  return deps.asSystem('sign-in', async (tx) => {
    // The browser's zone is used at the first sign-in only; afterwards the user's choice is.
    const isFirst = checked.last_login === null && timeZone !== undefined && (await isTimeZone(tx, timeZone));
    const user = await updateCheckedUser(tx, checked, {
      last_login: now,
      // A user who knows the password needs no reset.
      password_reset_requested_at: null,
      ...(isFirst && { time_zone: timeZone }),
    });
    if (!user) return undefined;
    await insertLoginSession(tx, {
      user_id: user.id,
      token_hash: hash,
      now,
      expires_at: loginExpiry(now),
      address,
      user_agent: cutText(user_agent, USER_AGENT_MAX),
    });
    await rememberAddress(tx, { user_id: user.id, address: networkOf(address), last_used_at: now });
    const told = { user_id: user.id, username, address, user_agent };
    await recordSecurityEvent(deps, tx, { ...told, kind: 'sign_in' });
    return { token, user };
  });
}
