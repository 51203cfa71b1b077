// A character is one or two code units: of a text of megabytes only so many are looked at as can count.
const MAX_UNITS = 2;

/** How many characters a text has as a person counts: an emoji is one, and two in the length of a JavaScript string. */
export const countCharacters = (text: string): number => [...text].length;

/** Whether a text has more than so many characters. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > MAX_UNITS * max || countCharacters(text) > max);

/** The text without what is beyond so many characters. */
export const cutCharacters = (text: string, max: number): string =>
  [...text.slice(0, MAX_UNITS * max)].slice(0, max).join('');
