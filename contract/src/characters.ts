/** How many characters a text has as a person counts: an emoji is one, and two in the length of a JavaScript string. */
export const countCharacters = (text: string): number => [...text].length;

/** The text without what is beyond so many characters. */
export const cutCharacters = (text: string, max: number): string => [...text].slice(0, max).join('');
