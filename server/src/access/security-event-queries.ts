import { sql } from 'kysely';
import type { SecurityEventKind } from '../database/column-values.ts';
import type { Tx } from '../database/transaction.ts';

interface SecurityEventRow {
  /** Undefined: the user of that name, if there is one. */
  user_id: number | undefined;
  username: string | null;
  kind: SecurityEventKind;
  detail: string;
  address: string;
  user_agent: string;
  created_at: Date;
}

/** Writes an event, unless an equal one was written after `unlessSince`. */
export async function insertSecurityEvent(
  tx: Tx,
  row: SecurityEventRow,
  unlessSince: Date | undefined,
): Promise<void> {
  const { username, kind, detail, address, user_agent, created_at } = row;
  const user_id =
    row.user_id === undefined
      ? sql`(select id from users where lower(username) = lower(${username}))`
      : sql`${row.user_id}::bigint`;
  const unless =
    unlessSince === undefined
      ? sql``
      : sql`where not exists (select from security_events where created_at > ${unlessSince} and kind = ${kind}
          and detail = ${detail} and address = ${address} and username is not distinct from ${username})`;
  await sql`
    insert into security_events (user_id, username, kind, detail, address, user_agent, created_at)
    select ${user_id}, ${username}::text, ${kind}, ${detail}, ${address}, ${user_agent}, ${created_at}::timestamptz
    ${unless}`.execute(tx);
}

/** Runs work; if one of its statements fails, only that work is rolled back and not the transaction around it. */
export async function withSavepoint(tx: Tx, work: () => Promise<void>): Promise<void> {
  await tx.query('savepoint security_event');
  try {
    await work();
    await tx.query('release savepoint security_event');
  } catch (error) {
    await tx.query('rollback to savepoint security_event');
    throw error;
  }
}

/** Deletes lines of all users from before a moment (docs/behaviour.md#security-log). */
export async function deleteSecurityEventsBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('security_events').where('created_at', '<=', moment.toISOString()).execute();
}
