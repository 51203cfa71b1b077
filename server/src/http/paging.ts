import { DEFAULT_PAGE_SIZE } from '@pigeonpost/contract/limits';
import type { PageInfo, Pagination } from '@pigeonpost/contract/paging';

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

/** The page that was asked for. */
export function pageSlice({ page, limit }: { page: number; limit: number }): Slice & { limit: number } {
  return { page, limit, offset: (page - 1) * limit };
}

/** The same for lists that answer everything where neither page nor limit was asked for. */
export function wholeOrPageSlice({ page, limit }: PageQuery): Slice {
  if (page === undefined && limit === undefined) return { page: 1, limit: null, offset: 0 };
  return pageSlice({ page: page ?? 1, limit: limit ?? DEFAULT_PAGE_SIZE });
}

/** A page past the end has the true totals. */
export function paginationOf({ page, limit }: Slice, total: number): Pagination {
  const itemsPerPage = limit ?? total;
  return { currentPage: page, totalPages: pagesOf(total, itemsPerPage), totalItems: total, itemsPerPage };
}

/** The same in the form that recipients, users and tickets use. */
export function pageInfoOf({ page, limit }: Slice & { limit: number }, total: number): PageInfo {
  return { page, limit, total, pages: pagesOf(total, limit) };
}

function pagesOf(total: number, limit: number): number {
  return total === 0 ? 0 : Math.ceil(total / limit);
}
