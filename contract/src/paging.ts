import * as z from 'zod';
import { MAX_PAGE_SIZE } from './limits.ts';

const LIMIT_ERROR = `limit must be a number from 1 to ${MAX_PAGE_SIZE}`;

/** The query of a list: without page and limit some lists answer everything (3-decisions, Answers). */
export const pageQuery = {
  page: z.coerce.number('page must be a number').int().min(1, 'page starts at 1').max(1e9).optional(),
  limit: z.coerce
    .number(LIMIT_ERROR)
    .int(LIMIT_ERROR)
    .min(1, LIMIT_ERROR)
    .max(MAX_PAGE_SIZE, LIMIT_ERROR)
    .optional(),
  search: z.string().trim().max(200, 'Search for at most 200 characters').optional(),
};

/** How most lists describe their pages. */
export const Pagination = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  itemsPerPage: z.int(),
});
export type Pagination = z.infer<typeof Pagination>;

/** How the recipients of a list describe their pages. */
export const RecipientPagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
});
export type RecipientPagination = z.infer<typeof RecipientPagination>;
