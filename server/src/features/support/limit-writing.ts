import { MESSAGES_A_DAY, TICKETS_A_DAY } from '@pigeonpost/contract/account/support';
import type { Caller } from '../../access/caller.ts';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { tooMany } from '../../errors.ts';
import { findMessageTime, findTicketTime } from './queries.ts';

const DAY_MS = 86_400_000;
const TOO_MANY_TICKETS = `You can make ${TICKETS_A_DAY} tickets a day. Please write on one of those you have, or try again later.`;
const TOO_MANY_MESSAGES = `You can write ${MESSAGES_A_DAY} messages a day. Please try again later.`;

/** Refuses a ticket beyond a user's limit within 24 hours: 429. Administrators have no limit. */
export async function limitTickets(tx: Tx, { user }: Caller, now: Date): Promise<void> {
  if (user.role === 'admin') return;
  await lockUser(tx, user.id);
  refuseUntil(await findTicketTime(tx, { user_id: user.id, nth: TICKETS_A_DAY }), now, TOO_MANY_TICKETS);
}

/** The same for messages, on all tickets. Administrators' answers do not count. */
export async function limitMessages(tx: Tx, { user }: Caller, now: Date): Promise<void> {
  if (user.role === 'admin') return;
  await lockUser(tx, user.id);
  refuseUntil(await findMessageTime(tx, { user_id: user.id, nth: MESSAGES_A_DAY }), now, TOO_MANY_MESSAGES);
}

/** Another one is allowed a day after the oldest that counts. */
function refuseUntil(written: string | undefined, now: Date, error: string): void {
  if (written === undefined) return;
  const wait = Date.parse(written) + DAY_MS - now.getTime();
  if (wait > 0) throw tooMany(error, Math.ceil(wait / 1000));
}
