// A code point has one or two code units, so only a bounded part of a long text has to be counted.
const MAX_UNITS = 2;

/** The number of code points of a text: an emoji is one, but two in the length of a JavaScript string. */
export const countCharacters = (text: string): number => [...text].length;

/** Whether a text has more than this many code points. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > MAX_UNITS * max || countCharacters(text) > max);

/** The first code points of a text. */
export const cutCharacters = (text: string, max: number): string =>
  // Fast path: nearly all texts are short, and an import cuts millions.
  text.length <= max ? text : [...text.slice(0, MAX_UNITS * max)].slice(0, max).join('');
