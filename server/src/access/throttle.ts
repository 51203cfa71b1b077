import { lockSignIns } from '../database/locks.ts';
import type { Tx } from '../database/transaction.ts';
import type { Deps } from '../deps.ts';
import { RefusalError, tooMany } from '../errors.ts';
import type { Origin } from './caller.ts';
import { networkOf } from './caller-address.ts';
import { recordRefusalIn, recordSecurityEvent } from './security-events.ts';
import {
  countFailures,
  deleteAddressesUnusedSince,
  deleteFailure,
  deleteFailuresBefore,
  insertPendingFailure,
  keepFailure,
} from './throttle-queries.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
// Longer than any password takes to check.
const OPEN_MS = MINUTE_MS;
const KNOWN_ADDRESS_MS = 90 * 24 * 60 * MINUTE_MS;
const FAILURES_PER_NAME = 10;
const FAILURES_PER_ADDRESS = 100;
const SOON_SECONDS = 2;

const TOO_MANY = 'Too many failed sign-ins. Please wait a few minutes and try again.';
const TOO_MANY_CODES = 'Too many wrong codes. Please wait a few minutes and try again.';

export interface Attempt extends Origin {
  /** A registration guesses no name, so only its address counts. */
  action: 'sign_in' | 'password_change' | 'email_change' | 'registration' | 'pairing';
  username: string;
  now: Date;
}

type Needs = Pick<Deps, 'asSystem' | 'clock' | 'log'>;

/**
 * Counts the attempt as a failure, runs the check, and removes the failure if it succeeded. Counting first limits
 * simultaneous guesses like successive ones. 429 beyond the limits, before anything is checked
 * (docs/behaviour.md#sign-in-throttle). No transaction is held during the check.
 */
export async function throttleAttempt<T>(
  deps: Needs,
  attempt: Attempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { action, username, address, user_agent } = attempt;
  const told = { username, address, user_agent };
  const refused = { ...told, kind: `${action}_throttled` } as const;
  const open = await deps.asSystem('sign-in', async (tx) => {
    const opened = await openAttempt(tx, attempt);
    if ('retryAfter' in opened) await recordRefusalIn(deps, tx, refused);
    return opened;
  });
  if ('retryAfter' in open) throw tooMany(action === 'pairing' ? TOO_MANY_CODES : TOO_MANY, open.retryAfter);
  const found = await check().catch(async (error) => {
    // It was not checked at all, for example because the server was too busy.
    await deps.asSystem('sign-in', async (tx) => {
      await deleteFailure(tx, open.id);
      if (error instanceof RefusalError && error.kind === 'too_many')
        await recordRefusalIn(deps, tx, refused);
    });
    throw error;
  });
  await deps.asSystem('sign-in', async (tx) => {
    if (found !== undefined) return deleteFailure(tx, open.id);
    await keepFailure(tx, open.id);
    await recordSecurityEvent(deps, tx, { ...told, kind: `${action}_failed` });
  });
  return found;
}

/** Forgets failures and addresses that no longer count. */
export async function forgetAttempts(tx: Tx, now: Date): Promise<void> {
  await deleteFailuresBefore(tx, new Date(now.getTime() - WINDOW_MS));
  await deleteAddressesUnusedSince(tx, new Date(now.getTime() - KNOWN_ADDRESS_MS));
}

async function openAttempt(tx: Tx, attempt: Attempt): Promise<{ id: number } | { retryAfter: number }> {
  const { now } = attempt;
  const address = networkOf(attempt.address);
  const username = countedName(attempt);
  await lockSignIns(tx, { username, address });
  const counted = await countFailures(
    tx,
    { username, address },
    {
      since: new Date(now.getTime() - WINDOW_MS),
      openSince: new Date(now.getTime() - OPEN_MS),
      perName: FAILURES_PER_NAME,
      perAddress: FAILURES_PER_ADDRESS,
    },
  );
  const isAddressFull = counted.of_address >= FAILURES_PER_ADDRESS;
  // Strangers who guess elsewhere must not block the owner, who has signed in from here before.
  const isOwnersPlace = counted.is_known_address && counted.of_both === 0;
  const isNameFull = counted.of_name >= FAILURES_PER_NAME && !isOwnersPlace;
  if (!isAddressFull && !isNameFull)
    return { id: await insertPendingFailure(tx, { username, address, now }) };
  const waits = [
    isAddressFull ? secondsUntilForgotten(counted.address_full_since, now) : 0,
    isNameFull ? secondsUntilForgotten(counted.name_full_since, now) : 0,
  ];
  return { retryAfter: Math.max(...waits) };
}

/** The name that a try is counted under. Wrong codes do not affect the sign-in, because no username has a colon. */
function countedName({ action, username }: Attempt): string | null {
  if (action === 'registration') return null;
  return action === 'pairing' ? `pairing:${username.toLowerCase()}` : username.toLowerCase();
}

/** Without such a failure open tries fill the limit, and they end soon. */
function secondsUntilForgotten(failedAt: string | null, now: Date): number {
  if (failedAt === null) return SOON_SECONDS;
  return Math.max(1, Math.ceil((new Date(failedAt).getTime() + WINDOW_MS - now.getTime()) / 1000));
}
