import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The page sizes of every list (docs/behaviour.md#paging). */
export const PAGE_SIZES = [5, 10, 20, 50];

/** The state of every list in its address; a default is left out. */
export type ListSearch = { search?: string; page?: number; limit?: number };

/** The `validateSearch` of a list's route: drops unknown values, and never throws. */
export function validateListSearch(raw: Record<string, unknown>): ListSearch {
  const search = typeof raw.search === 'number' ? String(raw.search) : raw.search;
  const page = Number(raw.page);
  const limit = Number(raw.limit);
  return {
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(PAGE_SIZES.includes(limit) ? { limit } : {}),
  };
}

/**
 * The list's place, and its changes: search and size go back to page 1, typing replaces the history entry. `change`
 * takes filters of the route as well; undefined or '' removes one from the address.
 */
export function useListSearch(defaultLimit: number) {
  const { search = '', page = 1, limit = defaultLimit } = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (part: Record<string, string | number | undefined>, replace = false) =>
      navigate({
        to: '.',
        replace,
        // A used control stays in view; another page is scrolled to by the list itself.
        resetScroll: false,
        search: (previous) => withoutDefaults({ ...previous, page: undefined, ...part }),
      }),
    [navigate],
  );
  const onSearch = useCallback((text: string) => change({ search: text }, true), [change]);
  const onPage = useCallback((next: number) => change({ page: next > 1 ? next : undefined }), [change]);
  const onSize = useCallback(
    (size: number) => change({ limit: size === defaultLimit ? undefined : size }),
    [change, defaultLimit],
  );
  return { search, page, limit, change, onSearch, onPage, onSize };
}

function withoutDefaults(search: object): object {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  );
}
