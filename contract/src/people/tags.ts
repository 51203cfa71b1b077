import { countCharacters, cutCharacters } from '../text/characters.ts';
import { visibleLine } from '../text/visible-text.ts';

/** Tags of a user, tags of a person, and characters of one. */
export const TAGS_MAX = 200;
export const PERSON_TAGS_MAX = 20;
export const TAG_NAME_MAX = 40;

const WHITE = /[\s\p{Cc}]+/gu;

/** A tag as it is stored: on one line, trimmed, in Unicode's form NFC (docs/behaviour.md#imports-with-columns). */
export function cleanTag(text: string): string {
  return visibleLine(text).replace(WHITE, ' ');
}

// A tag in quotes, in which they are doubled, or what stands between two separators.
const LISTED = /\s*"((?:[^"]|"")*)"\s*(?:[,;|]|$)|([^,;|]*)(?:[,;|]|$)/g;

/**
 * The tags in a cell of a table, in their stored form: between commas, semicolons and bars, without the quotes that other
 * programs put around them (docs/behaviour.md#imports-with-columns).
 */
export function tagsIn(cell: string): string[] {
  const tags: string[] = [];
  for (const { 1: quoted, 2: plain } of cell.matchAll(LISTED))
    tags.push(cleanTag(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')));
  return tags.filter(Boolean);
}

/** Tags as a cell that `tagsIn` reads as these. */
export function tagsCell(tags: readonly string[]): string {
  return tags.map((tag) => (/[,;|"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(',');
}

/** A tag in its stored form, without what is too long of it. */
export const cutTag = (name: string): string => cutCharacters(name, TAG_NAME_MAX).trimEnd();

/** The error of a tag in its stored form, as a sentence, or undefined. */
export function tagError(name: string): string | undefined {
  if (name === '') return 'Tag is required';
  return countCharacters(name) > TAG_NAME_MAX ? `A tag has at most ${TAG_NAME_MAX} characters` : undefined;
}
