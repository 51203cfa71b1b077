/** The page sizes of every list (spec 1, section 9). */
export const PAGE_SIZES = [5, 10, 20, 50];
