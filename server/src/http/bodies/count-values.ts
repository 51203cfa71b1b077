import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-characters.ts';

const SPACE = 0x20;

/**
 * The number of values in a JSON text: itself, its fields, the members of its lists, and theirs. Counts up to one more
 * than `max`, and not at all if the text is too short for that many. For invalid JSON the count means nothing.
 */
export function countValues(text: string, max: number): number {
  // A value and its separator take at least two characters.
  if (text.length <= 2 * max) return 0;
  let count = 1;
  let isOpening = false;
  for (let at = 0; at < text.length && count <= max; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    const isClosing = code === CLOSE_BRACKET || code === CLOSE_BRACE;
    // A just opened object or list is not empty.
    if (isOpening && !isClosing) count++;
    isOpening = code === OPEN_BRACKET || code === OPEN_BRACE;
    if (code === COMMA) count++;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return count;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
