import { nameOf } from '@pigeonpost/contract/name-of';
import { type NameKind, normalizeRecipient } from '@pigeonpost/contract/recipients';

/** Whose name a typed text, or a pasted link to a profile, gives a preview; half typed ones as they are. */
export function readerName(typed: string, kind: NameKind): string | undefined {
  const { name, reason } = nameOf(typed, kind);
  return (reason === undefined ? name : normalizeRecipient(typed)) || undefined;
}
