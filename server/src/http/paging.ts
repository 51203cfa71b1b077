import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@pigeonpost/contract/limits';
import type { PageInfo, Pagination } from '@pigeonpost/contract/paging';

interface PageQuery {
  page?: number | undefined;
  limit?: number | undefined;
}

/** The rows that a list answers. */
export interface Slice {
  page: number;
  limit: number;
  offset: number;
  /** Nobody asked for a page: the answer is whole unless there is more than the longest page. */
  isWhole?: boolean;
}

/** The requested page. */
export function pageSlice({ page, limit }: { page: number; limit: number }): Slice {
  return { page, limit, offset: (page - 1) * limit };
}

/** The same for lists that answer the longest page without a page and a limit. */
export function wholeOrPageSlice({ page, limit }: PageQuery): Slice {
  if (page === undefined && limit === undefined) {
    return { page: 1, limit: MAX_PAGE_SIZE, offset: 0, isWhole: true };
  }
  return pageSlice({ page: page ?? 1, limit: limit ?? DEFAULT_PAGE_SIZE });
}

/** A page past the end has the true totals. */
export function paginationOf({ page, limit, isWhole }: Slice, total: number): Pagination {
  const itemsPerPage = isWhole ? Math.min(limit, total) : limit;
  return { currentPage: page, totalPages: pagesOf(total, itemsPerPage), totalItems: total, itemsPerPage };
}

/** The same in the form of recipients, users and tickets. */
export function pageInfoOf({ page, limit }: Slice, total: number): PageInfo {
  return { page, limit, total, pages: pagesOf(total, limit) };
}

function pagesOf(total: number, limit: number): number {
  return total === 0 ? 0 : Math.ceil(total / limit);
}
