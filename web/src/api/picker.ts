/** The number of choices that a picker fetches; others are found by searching. */
export const PICKER_LIMIT = 100;
