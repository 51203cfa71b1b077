import { DEFAULT_PAGE_SIZE } from '@pigeonpost/contract/limits';
import type { Pagination, RecipientPagination } from '@pigeonpost/contract/paging';

interface PageQuery {
  page?: number | undefined;
  limit?: number | undefined;
}

/** Which rows a list answers; `limit` null is all of them. */
export interface Slice {
  page: number;
  limit: number | null;
  offset: number;
}

/** The page that was asked for, page 1 and the default size where nothing was (3-decisions, Answers). */
export function pageSlice(query: PageQuery, defaultSize = DEFAULT_PAGE_SIZE): Slice & { limit: number } {
  const { page = 1, limit = defaultSize } = query;
  return { page, limit, offset: (page - 1) * limit };
}

/** The same for lists that answer everything where neither page nor limit was asked for. */
export function wholeOrPageSlice(query: PageQuery): Slice {
  const isWhole = query.page === undefined && query.limit === undefined;
  return isWhole ? { page: 1, limit: null, offset: 0 } : pageSlice(query);
}

/** A page past the end has the true totals. */
export function paginationOf({ page, limit }: Slice, total: number): Pagination {
  const itemsPerPage = limit ?? total;
  return { currentPage: page, totalPages: pagesOf(total, itemsPerPage), totalItems: total, itemsPerPage };
}

/** The same in the words that the recipients of a list use. */
export function recipientPaginationOf(
  { page, limit }: Slice & { limit: number },
  total: number,
): RecipientPagination {
  return { page, limit, total, pages: pagesOf(total, limit) };
}

function pagesOf(total: number, limit: number): number {
  return total === 0 ? 0 : Math.ceil(total / limit);
}
