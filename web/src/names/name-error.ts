import { nameOf } from '@pigeonpost/contract/names/name-of';
import { type NameKind, typedError } from '@pigeonpost/contract/recipients';

const NO_NAME = 'is empty';

/** The error of a typed name for its field; null if there is none. */
export function nameError(text: string, kind: NameKind, domain: string | null): string | null {
  const { name, reason } = nameOf(text, kind, domain);
  if (reason === undefined) return null;
  return typedError({ text: reason === NO_NAME ? '' : name, error: reason, kind }).replace(
    /^"(.*)"/s,
    '“$1”',
  );
}
