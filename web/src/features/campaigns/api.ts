import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** What a picker asks for at once; the rest is found by searching. */
const PICKER_LIMIT = 100;

type Place = { search: string; page: number; limit: number };

/** One page of the user's campaigns, newest first. */
export function campaignsQuery(place: Place) {
  return queryOptions({
    queryKey: ['campaigns', 'list', place],
    queryFn: ({ signal }) => call('GET /api/campaigns', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One campaign with its last log lines. Fails with 404 when it is not there. */
export function campaignQuery(id: number) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/campaigns/{id}', { params: { id }, signal })).campaign,
  });
}

/** What each profile did in a campaign. */
export function performanceQuery(id: number) {
  return queryOptions({
    queryKey: ['campaigns', 'performance', id],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/campaigns/{id}/profile-performance', { params: { id }, signal });
      return answer.profilePerformance;
    },
  });
}

/** The machines whose agent sends. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => call('GET /api/agents', { signal }),
});

/** The pauses between messages. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }),
});

/** The first templates whose name holds `search`, and how many there are. */
export function templatePickerQuery(search = '') {
  return queryOptions({
    queryKey: ['templates', 'picker', search],
    queryFn: ({ signal }) => call('GET /api/templates', { query: { search, limit: PICKER_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first lists whose name holds `search`, and how many there are. */
export function listPickerQuery(search = '') {
  return queryOptions({
    queryKey: ['lists', 'picker', search],
    queryFn: ({ signal }) => call('GET /api/lists', { query: { search, limit: PICKER_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first profiles whose name holds `search`, and how many there are. */
export function profilePickerQuery(search = '') {
  return queryOptions({
    queryKey: ['profiles', 'picker', search],
    queryFn: ({ signal }) => call('GET /api/profiles', { query: { search, limit: PICKER_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The name that a preview of a list's message reads; undefined when nobody in it is pending. */
export function firstNameQuery(listId: number) {
  return queryOptions({
    queryKey: ['lists', listId, 'first-name'],
    queryFn: async ({ signal }) => {
      const query = { status: 'pending', limit: 1 } as const;
      const answer = await call('GET /api/lists/{id}/recipients', { params: { id: listId }, query, signal });
      return answer.recipients[0]?.recipient ?? null;
    },
  });
}
