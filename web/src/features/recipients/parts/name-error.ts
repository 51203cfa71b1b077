import { normalizeRecipient, recipientFault } from '@pigeonpost/contract/recipients';

/** What is wrong with a typed username, as the error of its field; null where nothing is. */
export function nameError(text: string): string | null {
  const name = normalizeRecipient(text);
  const fault = recipientFault(name);
  if (!fault) return null;
  return name ? `“${name}” ${fault}` : 'Username is required';
}
