import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';

interface Limits {
  /** Tries before this time are forgotten. */
  since: Date;
  /** A try that has been open since before this time was left by a crash and counts as a failure. */
  openSince: Date;
  perName: number;
  perAddress: number;
}

/** Failures and open tries; a `…_full_since` is the failure that must be forgotten before another one is allowed. */
interface Counted {
  of_name: number;
  of_address: number;
  of_both: number;
  name_full_since: string | null;
  address_full_since: string | null;
  is_known_address: boolean;
}

/** The failures that count against a sign-in of this name from this address. */
export async function countFailures(
  tx: Tx,
  { username, address }: { username: string | null; address: string },
  { since, openSince, perName, perAddress }: Limits,
): Promise<Counted> {
  const counted = await sql<Counted>`
    with counting as materialized (
      select username, address, failed_at, is_pending and failed_at > ${openSince} as is_open
      from login_failures where (username = ${username} or address = ${address}) and failed_at > ${since})
    select count(*) filter (where username = ${username}) as of_name,
      count(*) filter (where address = ${address}) as of_address,
      count(*) filter (where username = ${username} and address = ${address}) as of_both,
      (select failed_at from counting where username = ${username} and not is_open
        order by failed_at desc offset ${perName - 1} limit 1) as name_full_since,
      (select failed_at from counting where address = ${address} and not is_open
        order by failed_at desc offset ${perAddress - 1} limit 1) as address_full_since,
      exists(select from known_addresses join users on users.id = known_addresses.user_id
        where lower(users.username) = ${username} and known_addresses.address = ${address}) as is_known_address
    from counting`.execute(tx);
  return counted.rows[0] as Counted;
}

/** Counts a try before its password is checked; returns the row's id. */
export async function insertPendingFailure(
  tx: Tx,
  { username, address, now }: { username: string | null; address: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('login_failures')
    .values({ username, address, failed_at: now, is_pending: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A failed try counts from now on. */
export async function keepFailure(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('login_failures').set({ is_pending: false }).where('id', '=', id).execute();
}

/** Removes a successful try that was counted beforehand (docs/behaviour.md#sign-in-throttle). */
export async function deleteFailure(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('login_failures').where('id', '=', id).execute();
}

/** Deletes failures of all users that are older than the window. */
export async function deleteFailuresBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('login_failures').where('failed_at', '<=', moment.toISOString()).execute();
}

interface Known {
  user_id: number;
  address: string;
  /** In words: 'Firefox on Linux'. */
  browser: string;
}

/**
 * Notes that the user signed in from this address with this browser. The address is then trusted by the throttle
 * (docs/behaviour.md#sign-in-throttle).
 */
export async function rememberAddress(
  tx: Tx,
  { browser, ...known }: Known & { last_used_at: Date },
): Promise<void> {
  await tx
    .insertInto('known_addresses')
    .values({ ...known, browsers: [browser] })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'address']).doUpdateSet({
        last_used_at: known.last_used_at,
        browsers: sql`(select array_agg(distinct one) from unnest(known_addresses.browsers || excluded.browsers) one)`,
      }),
    )
    .execute();
}

/**
 * Whether the user never signed in from this address, or never anywhere with this browser. Addresses from before browsers
 * were noted may have seen any.
 */
export async function isNewBrowser(tx: Tx, { user_id, address, browser }: Known): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    select not (coalesce(bool_or(address = ${address}), false)
      and coalesce(bool_or(browsers is null or ${browser} = any (browsers)), false)) as is_new
    from known_addresses where user_id = ${user_id}`.execute(tx);
  return rows[0]?.is_new === true;
}

/** The address that set the password stays known (docs/behaviour.md#sign-in-throttle). */
export async function forgetOtherAddresses(
  tx: Tx,
  keep: { user_id: number; address: string },
): Promise<void> {
  await tx
    .deleteFrom('known_addresses')
    .where('user_id', '=', keep.user_id)
    .where('address', '<>', keep.address)
    .execute();
}

/** Makes every address unknown to the throttle again (docs/behaviour.md#sign-in-throttle). */
export async function forgetAddresses(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('known_addresses').where('user_id', '=', user_id).execute();
}

/**
 * Deletes old known addresses of all users, which the throttle no longer trusts (docs/behaviour.md#sign-in-throttle).
 */
export async function deleteAddressesUnusedSince(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('known_addresses').where('last_used_at', '<=', moment.toISOString()).execute();
}
