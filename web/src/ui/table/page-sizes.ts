/** The page sizes of every list (docs/behaviour.md#paging). */
export const PAGE_SIZES = [5, 10, 20, 50];
