import { type NameKind, normalizeRecipient, typedNameError } from '@pigeonpost/contract/recipients';
import { badRequest } from '../../http/errors.ts';

/** A typed name as it is kept; 400 that says what is wrong with it. */
export function getRecipientName(text: string, kind: NameKind): string {
  const name = normalizeRecipient(text);
  const error = typedNameError(name, kind);
  if (error === undefined) return name;
  throw badRequest(error, { fields: { recipient: error } });
}

/** What is searched for when somebody types a name, or a part of one, with or without @. */
export function searchedName(text: string): string {
  return text.replace(/^@/, '').toLowerCase();
}
