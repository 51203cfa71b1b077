import { MAX_PAGE_SIZE } from '@pigeonpost/contract/limits';
import type { Pagination } from '@pigeonpost/contract/paging';

/** The number of choices that a picker fetches; others are found by searching. */
export const PICKER_LIMIT = 100;

/** All rows of a list that answers by pages; the first page says how many there are. */
export async function fetchEveryPage<Row>(
  fetchPage: (place: { page: number; limit: number }) => Promise<{ rows: Row[]; pagination: Pagination }>,
): Promise<Row[]> {
  const first = await fetchPage({ page: 1, limit: MAX_PAGE_SIZE });
  const rows = [...first.rows];
  for (let page = 2; page <= first.pagination.totalPages; page++)
    rows.push(...(await fetchPage({ page, limit: MAX_PAGE_SIZE })).rows);
  return rows;
}
