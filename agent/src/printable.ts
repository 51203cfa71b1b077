import { stripVTControlCharacters } from 'node:util';

// Control characters, line ends, and marks that change the direction of text.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The text on one line, without terminal control characters. Names and errors come from a server, which could otherwise
 * colour, overwrite and forge what the terminal shows.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(UNPRINTABLE, ' ');
}
