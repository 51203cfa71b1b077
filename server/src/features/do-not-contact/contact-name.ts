import { normalizeRecipient, recipientError } from '@pigeonpost/contract/recipients';
import type { Tx } from '../../database/transaction.ts';
import { getRecipientName } from '../recipients/name.ts';
import { getNameKind } from '../settings/queries.ts';
import { isInAnyList } from './queries.ts';

/**
 * The name that nobody is to write to any more; 400 for what is none. Addresses that stand in a list from before, when
 * the user's names were of that kind, are taken as well (docs/behaviour.md#do-not-contact).
 */
export async function getContactName(
  tx: Tx,
  { user_id, text }: { user_id: number; text: string },
): Promise<string> {
  const kind = await getNameKind(tx, user_id);
  const recipient = normalizeRecipient(text);
  const isFromBefore =
    recipientError(recipient, kind) !== undefined &&
    recipientError(recipient, 'address') === undefined &&
    (await isInAnyList(tx, { user_id, recipient }));
  return getRecipientName(text, isFromBefore ? 'address' : kind);
}
