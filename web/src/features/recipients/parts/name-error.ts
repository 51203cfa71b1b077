import { type NameKind, normalizeRecipient, typedNameError } from '@pigeonpost/contract/recipients';

/** What is wrong with a typed name, as the error of its field; null where nothing is. */
export function nameError(text: string, kind: NameKind): string | null {
  const error = typedNameError(normalizeRecipient(text), kind);
  return error?.replace(/^"(.*)"/s, '“$1”') ?? null;
}
