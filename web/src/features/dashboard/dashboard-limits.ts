/** Profiles on a page: five cards are a row (spec 1, section 9). */
export const PERFORMANCE_PAGE_SIZE = 5;
