import type { View } from '@pigeonpost/contract/calls/views';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { viewsQuery } from '../views/api.ts';

const route = getRouteApi('/users/lists/$id');
const NONE: View[] = [];

/**
 * The views, and by which conditions the address filters the list. A view that is not there is asked of the server, which
 * says so; `isWaiting` for it until the views are known, `isKnown`.
 */
export function useListFilter() {
  const { view: id, where: changed } = route.useSearch();
  const { data: views = NONE, isPending } = useQuery(viewsQuery);
  const view = views.find((one) => one.id === id);
  const where = changed ?? view?.where;
  const isUnknown = id !== undefined && where === undefined;
  return {
    views,
    view,
    where,
    unknown: isUnknown ? id : undefined,
    isWaiting: isUnknown && isPending,
    isKnown: !isPending,
  };
}

/** What of the list the address shows, as a call asks for it; nothing of it is set where that is everybody. */
export function useShownRecipients() {
  const { search, status, where, view } = route.useSearch();
  // Conditions beside a view are the view's, changed.
  return {
    search: search || undefined,
    status,
    ...(where === undefined ? { where, view } : { where, view: undefined }),
  };
}
