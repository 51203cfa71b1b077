import type { NameKind } from '@pigeonpost/contract/recipients';
import { blankNames } from '@pigeonpost/contract/text/message-text';
import { findMistypedBlank } from './parts/find-mistyped-blank.ts';

/** Finds the first text in a message that looks like a blank and is none of the user's fields. Load it lazily. */
export function mistypedFinder({ fields, kind }: { fields: string[]; kind: NameKind }) {
  const names = blankNames(fields, kind);
  return (text: string) => findMistypedBlank(text, names);
}
