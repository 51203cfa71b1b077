import { nameOf } from '@pigeonpost/contract/names/name-of';
import { type NameKind, normalizeRecipient } from '@pigeonpost/contract/recipients';

/** The name for a preview, from a typed text or a pasted link to a profile; an incomplete one as it is. */
export function readerName(typed: string, kind: NameKind): string | undefined {
  const { name, reason } = nameOf(typed, kind);
  return (reason === undefined ? name : normalizeRecipient(typed)) || undefined;
}
