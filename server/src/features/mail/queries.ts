import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { MAIL_KINDS, type MailKind } from './mail-texts.ts';

/** The address that a user's mail goes to; undefined without a confirmed one. */
export async function findConfirmedAddress(tx: Tx, user_id: number): Promise<string | undefined> {
  const found = await tx
    .selectFrom('email_addresses')
    .select('address')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return found?.address ?? undefined;
}

/** Returns the mail's id. The epoch is the server's, or the user's own if that is later. */
export async function insertMail(
  tx: Tx,
  mail: {
    user_id: number;
    kind: MailKind;
    values: string;
    to_address: string;
    message_id: string;
    epoch: number;
    created_at: Date;
    due_at: Date;
  },
): Promise<number> {
  const epoch = sql<number>`greatest(${mail.epoch}::bigint, (select epoch from users where id = ${mail.user_id}))`;
  const { id } = await tx
    .insertInto('mails')
    .values({ ...mail, epoch })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** When the last mails of a kind were written, for a user or to an address, the latest first. */
export async function listLastMails(
  tx: Tx,
  of: { kind: MailKind; since: Date; limit: number } & ({ user_id: number } | { address: string }),
): Promise<string[]> {
  const whose =
    'user_id' in of
      ? sql<boolean>`user_id = ${of.user_id}`
      : sql<boolean>`lower(to_address) = lower(${of.address})`;
  const found = await tx
    .selectFrom('mails')
    .select('created_at')
    .where('kind', '=', of.kind)
    .where(whose)
    .where('created_at', '>', of.since.toISOString())
    .orderBy('created_at', 'desc')
    .limit(of.limit)
    .execute();
  return found.map(({ created_at }) => created_at);
}

export interface ClaimedMail {
  id: number;
  user_id: number;
  kind: MailKind;
  to_address: string;
  values: unknown;
  message_id: string;
  tries: number;
  sending_until: string;
  time_zone: string;
}

/** Gives up what was written before a restore, and is due. */
export async function dropRestoredMails(tx: Tx, now: Date): Promise<void> {
  await sql`
    update mails set gave_up_at = ${now}, error = 'Older than a restore'
    from users
    where users.id = mails.user_id and sent_at is null and gave_up_at is null and due_at <= ${now}
      and mails.epoch < greatest(users.epoch, (select epoch from server_identity))`.execute(tx);
}

/** Takes the next due mails for this server until `sending_until`; those of kinds that a later version added stay. */
export async function claimMails(
  tx: Tx,
  { now, sending_until, limit }: { now: Date; sending_until: Date; limit: number },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select id from mails
      where sent_at is null and gave_up_at is null and due_at <= ${now}
        and coalesce(sending_until <= ${now}, true) and kind = any(${MAIL_KINDS}::text[])
      order by due_at, id limit ${limit} for update skip locked)
    update mails set sending_until = ${sending_until}, tries = tries + 1
    from due, users
    where mails.id = due.id and users.id = mails.user_id
    returning mails.id, mails.user_id, mails.kind, mails.to_address, mails.values, mails.message_id, mails.tries,
      mails.sending_until, users.time_zone`.execute(tx);
  return rows;
}

/** It is never sent again, also if another server has sent it. */
export async function markSent(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_at: now, sending_until: null, error: null })
    .where('id', '=', id)
    .execute();
}

/** Has a mail tried again, or gives it up; false if another server has taken it meanwhile. */
export async function markFailed(
  tx: Tx,
  { id, sending_until }: Pick<ClaimedMail, 'id' | 'sending_until'>,
  change: { error: string; due_at: Date } | { error: string; gave_up_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ ...change, sending_until: null })
    .where('id', '=', id)
    .where('sending_until', '=', sending_until)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes mails that ended, or were never sent, long ago. */
export async function deleteMailsBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('mails').where('created_at', '<=', moment.toISOString()).execute();
}
