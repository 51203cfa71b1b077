import * as z from 'zod';
import { trimmed } from './fields.ts';
import { DEFAULT_PAGE_SIZE, LIST_SEARCH_MAX, MAX_PAGE_SIZE } from './limits.ts';

const LIMIT_ERROR = `limit must be a number from 1 to ${MAX_PAGE_SIZE}`;

const Page = z.coerce.number('page must be a number').int().min(1, 'page starts at 1').max(1e9);
const Limit = z.coerce
  .number(LIMIT_ERROR)
  .int(LIMIT_ERROR)
  .min(1, LIMIT_ERROR)
  .max(MAX_PAGE_SIZE, LIMIT_ERROR);
/** A part of a name to search for. */
export const searchText = trimmed(z.string(), {
  max: LIST_SEARCH_MAX,
  error: `Search for at most ${LIST_SEARCH_MAX} characters`,
});
const search = searchText.optional();

/** The query of a list whose default answer is page 1 of this size (docs/behaviour.md#paging). */
export function pageQuery({ size = DEFAULT_PAGE_SIZE } = {}) {
  return { page: Page.default(1), limit: Limit.default(size), search };
}

/** The query of a list that answers the longest page unless a page or a limit is given (docs/behaviour.md#paging). */
export const wholeOrPageQuery = { page: Page.optional(), limit: Limit.optional(), search };

/** The page info of most lists. */
export const Pagination = z
  .object({
    currentPage: z.int(),
    totalPages: z.int(),
    totalItems: z.int(),
    itemsPerPage: z.int(),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof Pagination>;

/** The page info of recipients, users and tickets. */
export const PageInfo = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
  })
  .meta({ id: 'PageInfo' });
export type PageInfo = z.infer<typeof PageInfo>;
