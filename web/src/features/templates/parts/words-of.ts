/** A field's name as words. */
export const wordsOf = (name: string) => name.replaceAll('_', ' ');
