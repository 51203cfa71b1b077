import { type NameKind, normalizeRecipient, typedNameFault } from '@pigeonpost/contract/recipients';

/** What is wrong with a typed name, as the error of its field; null where nothing is. */
export function nameError(text: string, kind: NameKind): string | null {
  const fault = typedNameFault(normalizeRecipient(text), kind);
  return fault?.replace(/^"(.*)"/s, '“$1”') ?? null;
}
