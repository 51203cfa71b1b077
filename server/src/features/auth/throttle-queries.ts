import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface Failures {
  of_name: number;
  of_address: number;
  of_both: number;
  oldest: string | null;
}

export async function countFailures(
  tx: Tx,
  { username, address, since }: { username: string; address: string; since: Date },
): Promise<Failures> {
  const name = username.toLowerCase();
  const counted = await sql<Failures>`
    select count(*) filter (where username = ${name}) as of_name,
      count(*) filter (where address = ${address}) as of_address,
      count(*) filter (where username = ${name} and address = ${address}) as of_both,
      min(failed_at) as oldest
    from login_failures
    where (username = ${name} or address = ${address}) and failed_at > ${since}`.execute(tx);
  return counted.rows[0] ?? { of_name: 0, of_address: 0, of_both: 0, oldest: null };
}

export async function insertFailure(
  tx: Tx,
  { username, address, now }: { username: string; address: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('login_failures')
    .values({ username: username.toLowerCase(), address, failed_at: now })
    .execute();
}

export async function deleteFailuresBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('login_failures').where('failed_at', '<=', moment.toISOString()).execute();
}
