import { normalizeRecipient, recipientError } from '@pigeonpost/contract/recipients';
import type { Tx } from '../../database/transaction.ts';
import { RESTORABLE_MS } from '../recipients/deleted-queries.ts';
import { getRecipientName } from '../recipients/name.ts';
import { getNameKind } from '../settings/queries.ts';
import { isInAnyList, wasTakenOff } from './queries.ts';

/**
 * The name that nobody is to write to any more; 400 for what is none. Names from before, by another rule or of another
 * kind, are taken as well where they stand in a list or were taken off lately (docs/behaviour.md#do-not-contact).
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
