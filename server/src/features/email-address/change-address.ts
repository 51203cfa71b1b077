import type { User } from '@pigeonpost/contract/calls/auth';
import { CONFIRM_LINK_EXPIRED, CONFIRM_LINK_INVALID } from '@pigeonpost/contract/errors';
import type { Origin } from '../../access/caller.ts';
import { recordSecurityEvent } from '../../access/security-events.ts';
import { hashToken } from '../../access/tokens.ts';
import { lockConfirmations } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, tooMany } from '../../errors.ts';
import { deleteLinks, findLink, takeLink } from '../mail/link-queries.ts';
import { queueLink } from '../mail/links.ts';
import { findConfirmedAddress, listLastMails } from '../mail/queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { putWaitingAddress, setAddress } from './queries.ts';

const DAY_MS = 86_400_000;
const CONFIRMATIONS_OF_AN_ADDRESS = 3;
const CONFIRMATIONS_OF_A_USER = 10;

const EXPIRED = 'This link has expired. Ask for a new one in Settings.';
const INVALID = 'This link was used already, or it is incomplete. Ask for a new one in Settings.';
const tooManyText = (count: number, to: string) =>
  `At most ${count} confirmations a day are mailed ${to}. Please try again tomorrow.`;

type Who = Origin & { user: Pick<User, 'id' | 'username'> };

/** Has an address wait, and mails it the link that confirms it; the one before holds until then. */
export async function askToConfirm(deps: Deps, { user, ...origin }: Who, address: string): Promise<void> {
  const { id: user_id, username } = user;
  const now = deps.clock.now();
  await deps.asSystem('asking to confirm an address', async (tx) => {
    await lockConfirmations(tx, { user_id, address });
    await refuseMany(tx, { user_id, address, now });
    await putWaitingAddress(tx, { user_id, address, now });
    await queueLink(deps, tx, { user_id, kind: 'confirm_email', to: address, values: { username } });
    await recordSecurityEvent(deps, tx, { ...origin, kind: 'email_asked', user_id, username });
  });
}

/** Nothing waits any more; the confirmed address stays. */
export async function dropWaiting(deps: Deps, user_id: number): Promise<void> {
  await deps.asUser(user_id, (tx) => deleteLinks(tx, user_id));
}

/** Removes a user's address, and the one that waits; the removed one is told. */
export async function removeAddress(deps: Deps, { user, ...origin }: Who): Promise<void> {
  const { id: user_id, username } = user;
  await deps.asUser(user_id, async (tx) => {
    await queueMail(deps, tx, { user_id, kind: 'email_changed', values: { username, is_removed: true } });
    await deleteLinks(tx, user_id);
    await setAddress(tx, { user_id, address: null, now: deps.clock.now() });
    await recordSecurityEvent(deps, tx, { ...origin, kind: 'email_removed', user_id, username });
  });
}

/** Makes the address of a link that of its user, once; the one before is told. */
export async function confirmAddress(
  deps: Deps,
  { token, origin }: { token: string; origin: Origin },
): Promise<{ username: string; address: string }> {
  const link = { kind: 'confirm_email', token_hash: hashToken(token) } as const;
  return deps.asSystem('confirming an address', async (tx, afterCommit) => {
    const found = await findLink(tx, link);
    if (found && new Date(found.expires_at) <= deps.clock.now())
      throw badRequest(EXPIRED, { code: CONFIRM_LINK_EXPIRED });
    // Of two simultaneous uses, the second finds it gone.
    if (!found || !(await takeLink(tx, link))) throw badRequest(INVALID, { code: CONFIRM_LINK_INVALID });
    const { user_id, username, to_address: address } = found;
    const before = await findConfirmedAddress(tx, user_id);
    if (before !== undefined && before !== address) {
      const values = { username, is_removed: false };
      await queueMail(deps, tx, { user_id, kind: 'email_changed', values, to: before });
    }
    await setAddress(tx, { user_id, address, now: deps.clock.now() });
    await recordSecurityEvent(deps, tx, { ...origin, kind: 'email_changed', user_id, username });
    afterCommit(() => deps.publish(user_id, 'user_update', { user_id }));
    return { username, address };
  });
}

/** 429 if a stranger's address, or anybody's, would get too many: nobody is to be pestered from here. */
async function refuseMany(
  tx: Tx,
  { user_id, address, now }: { user_id: number; address: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const limits = [
    { of: { address }, limit: CONFIRMATIONS_OF_AN_ADDRESS, to: 'to an address' },
    { of: { user_id }, limit: CONFIRMATIONS_OF_A_USER, to: 'for an account' },
  ];
  for (const { of, limit, to } of limits) {
    const last = await listLastMails(tx, { ...of, kind: 'confirm_email', since, limit });
    const first = last[limit - 1];
    if (first === undefined) continue;
    const wait = new Date(first).getTime() + DAY_MS - now.getTime();
    throw tooMany(tooManyText(limit, to), Math.max(1, Math.ceil(wait / 1000)));
  }
}
