import { countCharacters } from '../text/characters.ts';
import { visibleLine } from '../text/visible-text.ts';

/** Views of a user, and characters of a view's name. */
export const VIEWS_MAX = 30;
export const VIEW_NAME_MAX = 60;

const WHITE = /[\s\p{Cc}]+/gu;

/** The name of a view as it is stored: on one line, trimmed, in Unicode's form NFC. */
export function cleanViewName(text: string): string {
  return visibleLine(text).replace(WHITE, ' ');
}

/** The error of a name in its stored form, as a sentence, or undefined (docs/behaviour.md#views). */
export function viewNameError(name: string): string | undefined {
  if (name === '') return 'Name is required';
  return countCharacters(name) > VIEW_NAME_MAX ? `A name has at most ${VIEW_NAME_MAX} characters` : undefined;
}
