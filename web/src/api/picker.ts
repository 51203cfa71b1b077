/** What a picker asks for at once; the rest is found by searching. */
export const PICKER_LIMIT = 100;
