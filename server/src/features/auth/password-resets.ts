import { RESET_LINK_EXPIRED, RESET_LINK_INVALID } from '@pigeonpost/contract/errors';
import type { Origin } from '../../access/caller.ts';
import { recordSecurityEvent } from '../../access/security-events.ts';
import { createToken, hashToken } from '../../access/tokens.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../errors.ts';
import { deleteLinksExpiredBefore } from '../mail/link-queries.ts';
import { refuseWeakPassword } from './new-passwords.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteResetsExpiredBefore,
  findReset,
  putReset,
  type ResetLink,
  takeReset,
} from './reset-queries.ts';
import { setPassword } from './set-password.ts';

const VALID_MS = 24 * 3_600_000;
const EXPIRED_KEPT_MS = 30 * 24 * 3_600_000;

const EXPIRED = 'This link has expired.';
const INVALID = 'This link was used already, or it is incomplete.';

/**
 * A new link for a user by an administrator, which makes the previous one void; only its hash is stored
 * (docs/behaviour.md#password-resets).
 */
export async function makeResetLink(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { user_id, made_by }: { user_id: number; made_by: number },
): Promise<{ token: string; expires_at: string }> {
  const { token, hash } = createToken();
  const now = clock.now();
  const expires_at = new Date(now.getTime() + VALID_MS);
  await putReset(tx, { user_id, made_by, token_hash: hash, created_at: now, expires_at });
  return { token, expires_at: expires_at.toISOString() };
}

/** The user of a link, or 400 that distinguishes an expired link from a used or unknown one. */
export async function checkResetLink(
  deps: Pick<Deps, 'readAsSystem' | 'clock' | 'mail'>,
  token: string,
): Promise<ResetLink> {
  const link = await deps.readAsSystem('resetting a password', (tx) => findReset(tx, hashToken(token)));
  if (!link) throw invalidLink(deps);
  if (new Date(link.expires_at) <= deps.clock.now())
    throw badRequest(`${EXPIRED} ${askAgain(deps)}`, { code: RESET_LINK_EXPIRED });
  return link;
}

/** Sets the password of the link's user, once: all their sessions, agent tokens and links end. */
export async function resetPassword(
  deps: Deps,
  { token, new_password, origin }: { token: string; new_password: string; origin: Origin },
): Promise<void> {
  const { user_id, username } = await checkResetLink(deps, token);
  await refuseWeakPassword({ username, password: new_password }, 'new_password');
  const password_hash = await hashPassword(new_password);
  await deps.asSystem('resetting a password', async (tx, afterCommit) => {
    // Of two simultaneous uses, the second finds it gone.
    if (!(await takeReset(tx, hashToken(token)))) throw invalidLink(deps);
    await setPassword({ tx, afterCommit, deps }, { user_id, password_hash, keep: undefined });
    await recordSecurityEvent(deps, tx, { ...origin, kind: 'password_reset', user_id, username });
  });
}

/** Deletes links that expired long ago. */
export async function forgetResetLinks(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EXPIRED_KEPT_MS);
  await deleteResetsExpiredBefore(tx, before);
  await deleteLinksExpiredBefore(tx, before);
}

const invalidLink = (deps: Pick<Deps, 'mail'>) =>
  badRequest(`${INVALID} ${askAgain(deps)}`, { code: RESET_LINK_INVALID });

const askAgain = ({ mail }: Pick<Deps, 'mail'>) =>
  mail.isConfigured ? 'Ask for a new one.' : 'Ask an administrator for a new one.';
