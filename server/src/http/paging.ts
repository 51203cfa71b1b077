import { DEFAULT_PAGE_SIZE } from '@pigeonpost/contract/limits';
import type { PageInfo, Pagination } from '@pigeonpost/contract/paging';

interface PageQuery {
  page?: number | undefined;
  limit?: number | undefined;
}

/** The rows that a list answers; `limit` null is all of them. */
export interface Slice {
  page: number;
  limit: number | null;
  offset: number;
}

/** The requested page. */
export function pageSlice({ page, limit }: { page: number; limit: number }): Slice & { limit: number } {
  return { page, limit, offset: (page - 1) * limit };
}

/** The same for lists that answer everything without a page and a limit. */
export function wholeOrPageSlice({ page, limit }: PageQuery): Slice {
  if (page === undefined && limit === undefined) return { page: 1, limit: null, offset: 0 };
  return pageSlice({ page: page ?? 1, limit: limit ?? DEFAULT_PAGE_SIZE });
}

/** A page past the end has the true totals. */
export function paginationOf({ page, limit }: Slice, total: number): Pagination {
  const itemsPerPage = limit ?? total;
  return { currentPage: page, totalPages: pagesOf(total, itemsPerPage), totalItems: total, itemsPerPage };
}

/** The same in the form of recipients, users and tickets. */
export function pageInfoOf({ page, limit }: Slice & { limit: number }, total: number): PageInfo {
  return { page, limit, total, pages: pagesOf(total, limit) };
}

function pagesOf(total: number, limit: number): number {
  return total === 0 ? 0 : Math.ceil(total / limit);
}
