const MOST_NUMBERS = 5;

/** The at most five page numbers around `page`. */
export function pageNumbers(page: number, pages: number): number[] {
  const count = Math.min(MOST_NUMBERS, pages);
  const first = Math.max(1, Math.min(page - Math.floor(MOST_NUMBERS / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
