import { countCharacters, cutCharacters } from './characters.ts';

/** Tags of a user, tags of a person, and characters of one. */
export const TAGS_MAX = 200;
export const PERSON_TAGS_MAX = 20;
export const TAG_NAME_MAX = 40;

const WHITE = /[\s\p{Cc}]+/gu;

/** A tag as it is stored: on one line, trimmed, in Unicode's form NFC (docs/behaviour.md#imports-with-columns). */
export function cleanTag(text: string): string {
  return text.normalize('NFC').replace(WHITE, ' ').trim();
}

/** The tags in a cell of a table, in their stored form. */
export function tagsIn(cell: string): string[] {
  return cell.split(',').map(cleanTag).filter(Boolean);
}

/** A tag in its stored form, without what is too long of it. */
export const cutTag = (name: string): string => cutCharacters(name, TAG_NAME_MAX).trimEnd();

/** The error of a tag in its stored form, as a sentence, or undefined. */
export function tagError(name: string): string | undefined {
  if (name === '') return 'Tag is required';
  return countCharacters(name) > TAG_NAME_MAX ? `A tag has at most ${TAG_NAME_MAX} characters` : undefined;
}
