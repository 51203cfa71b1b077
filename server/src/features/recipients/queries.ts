import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

const columns = ['id', 'recipient', 'status', 'created_at', 'list_id'] as const;
/** Of `recipients`: whether the name is on the do-not-contact list. */
export const doNotContact = sql<boolean>`exists (
  select from do_not_contact
  where do_not_contact.user_id = recipients.user_id and do_not_contact.recipient = recipients.recipient)`;
/** Of `recipients`: whether the campaign that gave the status does not know its outcome (docs/behaviour.md#unclear-outcomes). */
export const unclear = sql<boolean>`(recipients.status = 'failed' and exists (
  select from deliveries
  where deliveries.user_id = recipients.user_id and deliveries.campaign_id = recipients.campaign_id
    and deliveries.recipient_id = recipients.id and deliveries.state = 'uncertain'))`;
const marks = [doNotContact.as('do_not_contact'), unclear.as('unclear')] as const;

interface Key {
  user_id: number;
  id: number;
}

/** A recipient of a list that is not deleted. */
export async function findRecipient(tx: Tx, { user_id, id }: Key): Promise<Recipient | undefined> {
  return tx
    .selectFrom('recipients')
    .innerJoin('lists', (join) =>
      join.onRef('lists.user_id', '=', 'recipients.user_id').onRef('lists.id', '=', 'recipients.list_id'),
    )
    .select(columns.map((column) => `recipients.${column}` as const))
    .select(marks)
    .where('recipients.user_id', '=', user_id)
    .where('recipients.id', '=', id)
    .where('lists.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Undefined when the list holds the name already. */
export async function insertRecipient(
  tx: Tx,
  recipient: { user_id: number; list_id: number; recipient: string; position: number; created_at: Date },
): Promise<Recipient | undefined> {
  return tx
    .insertInto('recipients')
    .values(recipient)
    .onConflict((conflict) => conflict.columns(['user_id', 'list_id', 'recipient']).doNothing())
    .returning(columns)
    .returning(marks)
    .executeTakeFirst();
}

/** Sets a status that no campaign gave: none holds the recipient any more; a pending one gets a new place in line. */
export async function setStatus(
  tx: Tx,
  { user_id, id }: Key,
  change: { status: RecipientStatus; position?: number },
): Promise<Recipient> {
  return tx
    .updateTable('recipients')
    .set({ ...change, campaign_id: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .returning(marks)
    .executeTakeFirstOrThrow();
}

/** The counts of its list are the caller's. */
export async function deleteRecipient(tx: Tx, { user_id, id }: Key): Promise<void> {
  await tx.deleteFrom('recipients').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** The next place in line, above every position and every mark. Only under the list lock (docs/engine.md#import-and-mark). */
export async function drawPosition(tx: Tx): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select nextval('recipient_position') << 24 as position`.execute(tx);
  if (!rows[0]) throw new Error('The sequence of positions gave none.');
  return rows[0].position;
}

/** Whether the user writes to nobody of this name (docs/behaviour.md#do-not-contact). */
export async function isOnDoNotContact(
  tx: Tx,
  { user_id, recipient }: { user_id: number; recipient: string },
): Promise<boolean> {
  const entry = await tx
    .selectFrom('do_not_contact')
    .select('id')
    .where('user_id', '=', user_id)
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  return entry !== undefined;
}
