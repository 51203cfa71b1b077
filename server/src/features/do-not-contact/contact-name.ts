import { judgeName } from '@pigeonpost/contract/names/name-form';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import { RESTORABLE_MS } from '../recipients/deleted-queries.ts';
import { getRecipientName } from '../recipients/name.ts';
import { isInAnyList, wasTakenOff } from './queries.ts';

/**
 * A name for do-not-contact; 400 if it is invalid. Names from earlier rules or of the other kind are accepted if they
 * are in a list or were removed recently (docs/behaviour.md#do-not-contact).
 */
export async function getContactName(
  tx: Tx,
  { user_id, text, now }: { user_id: number; text: string; now: Date },
): Promise<string> {
  const rules = await getNameRules(tx, user_id);
  if (judgeName(text, rules).reason === undefined) return getRecipientName(text, rules);
  const { name: recipient, reason } = judgeName(text, ADDRESSES);
  const isFromBefore =
    reason === undefined &&
    ((await isInAnyList(tx, { user_id, recipient })) ||
      (await wasTakenOff(tx, { user_id, recipient, since: new Date(now.getTime() - RESTORABLE_MS) })));
  return isFromBefore ? recipient : getRecipientName(text, rules);
}

const ADDRESSES = { kind: 'address', domain: null } as const;
