import { normalizeRecipient, recipientFault } from '@pigeonpost/contract/recipients';
import { badRequest } from '../../http/errors.ts';

/** A typed Instagram name as it is kept; 400 that says what is wrong with it. */
export function getRecipientName(text: string): string {
  const name = normalizeRecipient(text);
  const fault = recipientFault(name);
  if (fault === undefined) return name;
  const error = name === '' ? 'Username is required' : `"${name}" ${fault}`;
  throw badRequest(error, { fields: { recipient: error } });
}

/** What is searched for when somebody types an Instagram name, or a part of one, with or without @. */
export function searchedName(text: string): string {
  return text.replace(/^@/, '').toLowerCase();
}
