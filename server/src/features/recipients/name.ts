import { beginningOfName, judgeName, type NameRules } from '@pigeonpost/contract/names/name-form';
import { nameOf } from '@pigeonpost/contract/names/name-of';
import { dropInvisible, typedError } from '@pigeonpost/contract/recipients';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import { badRequest } from '../../errors.ts';

/** A typed name as it is kept; 400 that says what is wrong with it. */
export function getRecipientName(text: string, rules: NameRules): string {
  const { name, reason } = judgeName(text, rules);
  if (reason === undefined) return name;
  const error = typedError({ text: name, error: reason, kind: rules.kind });
  throw badRequest(error, { fields: { recipient: error } });
}

/** What is searched for when somebody types a name, or a part of one, with or without @, or a link to a profile. */
export async function searchedName(tx: Tx, user_id: number, text: string): Promise<string> {
  if (text === '') return '';
  const rules = await getNameRules(tx, user_id);
  if (rules.kind === 'address') return beginningOfName(text, rules);
  const { name, reason } = nameOf(text, 'instagram');
  return reason === undefined
    ? name
    : dropInvisible(text)
        .replace(/^[@＠]+/, '')
        .toLowerCase();
}
