import { randomUUID } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { MailKind, MailValues } from './mail-texts.ts';
import { findConfirmedAddress, insertMail } from './queries.ts';

export type NewMail = {
  [Kind in MailKind]: {
    user_id: number;
    kind: Kind;
    values: MailValues[Kind];
    /** Not before then; left out: at once. */
    due_at?: Date;
    /** Left out: the person's confirmed address. */
    to?: string;
    /** Left out: drawn. */
    message_id?: string;
  };
}[MailKind];

/**
 * Writes a mail down in the transaction of its cause, to be sent by the timers; gives its id. Undefined if this server
 * has no mail, or the person no confirmed address (docs/behaviour.md#mail).
 */
export async function queueMail(
  { mail, clock, identity }: Pick<Deps, 'mail' | 'clock' | 'identity'>,
  tx: Tx,
  { user_id, kind, values, due_at, to, message_id = randomUUID() }: NewMail,
): Promise<number | undefined> {
  if (!mail.isConfigured) return undefined;
  const to_address = to ?? (await findConfirmedAddress(tx, user_id));
  if (to_address === undefined) return undefined;
  const now = clock.now();
  return insertMail(tx, {
    user_id,
    kind,
    values: JSON.stringify(values),
    to_address,
    message_id,
    epoch: identity.epoch,
    created_at: now,
    due_at: due_at ?? now,
  });
}
