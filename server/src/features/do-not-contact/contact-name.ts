import { normalizeRecipient, recipientError } from '@pigeonpost/contract/recipients';
import type { Tx } from '../../database/transaction.ts';
import { RESTORABLE_MS } from '../recipients/deleted-queries.ts';
import { getRecipientName } from '../recipients/name.ts';
import { getNameKind } from '../settings/queries.ts';
import { isInAnyList, wasTakenOff } from './queries.ts';

/**
 * A name for do-not-contact; 400 if it is invalid. Names from earlier rules or of the other kind are accepted if they
 * are in a list or were removed recently (docs/behaviour.md#do-not-contact).
 */
export async function getContactName(
  tx: Tx,
  { user_id, text, now }: { user_id: number; text: string; now: Date },
): Promise<string> {
  const kind = await getNameKind(tx, user_id);
  const recipient = normalizeRecipient(text);
  const isFromBefore =
    recipientError(recipient, kind) !== undefined &&
    recipientError(recipient, 'address') === undefined &&
    ((await isInAnyList(tx, { user_id, recipient })) ||
      (await wasTakenOff(tx, { user_id, recipient, since: new Date(now.getTime() - RESTORABLE_MS) })));
  return getRecipientName(text, isFromBefore ? 'address' : kind);
}
