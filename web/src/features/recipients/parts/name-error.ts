import { nameOf } from '@pigeonpost/contract/name-of';
import { type NameKind, typedError } from '@pigeonpost/contract/recipients';

const NO_NAME = 'is empty';

/** The error of a typed name for its field; null if there is none. */
export function nameError(text: string, kind: NameKind): string | null {
  const { name, reason } = nameOf(text, kind);
  if (reason === undefined) return null;
  return typedError({ text: reason === NO_NAME ? '' : name, error: reason, kind }).replace(
    /^"(.*)"/s,
    '“$1”',
  );
}
