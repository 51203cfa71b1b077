import { nameOf } from '@pigeonpost/contract/name-of';
import {
  dropInvisible,
  type NameKind,
  normalizeRecipient,
  typedNameError,
} from '@pigeonpost/contract/recipients';
import { badRequest } from '../../errors.ts';

/** A typed name as it is kept; 400 that says what is wrong with it. */
export function getRecipientName(text: string, kind: NameKind): string {
  const name = normalizeRecipient(text);
  const error = typedNameError(name, kind);
  if (error === undefined) return name;
  throw badRequest(error, { fields: { recipient: error } });
}

/** What is searched for when somebody types a name, or a part of one, with or without @, or a link to a profile. */
export function searchedName(text: string): string {
  const { name, reason } = nameOf(text, 'instagram');
  return reason === undefined
    ? name
    : dropInvisible(text)
        .replace(/^[@＠]+/, '')
        .toLowerCase();
}
