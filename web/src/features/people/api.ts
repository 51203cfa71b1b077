import { type Answer, ApiError } from '@pigeonpost/contract/client';
import { SOURCE } from '@pigeonpost/contract/templates';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { campaignKeys, fieldKeys, listKeys, peopleKeys, recipientKeys } from '../../query-keys.ts';

export type Person = Answer<'GET /api/people/{name}'>['person'];

const KNOWN = [peopleKeys.all, recipientKeys.all, fieldKeys.all];

/** A person's lists and do-not-contact, and one page of their campaigns. */
export function personQuery(name: string, place: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...peopleKeys.all, name, place],
    queryFn: ({ signal }) => call('GET /api/people/{name}', { params: { name }, query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What happened to a person, fifty events at a time. */
export function personEventsQuery(name: string) {
  return infiniteQueryOptions({
    queryKey: [...peopleKeys.all, name, 'events'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/people/{name}/events', {
        params: { name },
        query: pageParam ? { before: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

/** A person's values by the names of their fields; none of somebody who is not known. */
export function personValuesQuery(name: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all, name, 'values'],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/people/{name}', {
        params: { name },
        query: { limit: 1 },
        signal,
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      });
      const { fields = [], sources = [] } = answer?.person ?? {};
      const source = sources.find(({ withdrawn }) => withdrawn === null);
      const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
      return source ? { ...values, [SOURCE]: source.text } : values;
    },
    placeholderData: keepPreviousData,
  });
}

/** Removes a person from one list; `done` is the text of the toast. */
export function useLeaveList(done: string) {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/recipients/{id}', { params: { id } }),
    meta: {
      done,
      failure: 'Failed to delete recipient',
      refetch: [peopleKeys.all, recipientKeys.all, listKeys.all, campaignKeys.all],
    },
  });
}

/** Saves fields of a person by id, null for none; left-out fields stay. */
export function useChangeFields(name: string) {
  return useMutation({
    mutationFn: (fields: Record<string, string | null>) =>
      call('PUT /api/people/{name}', { params: { name }, body: { fields } }),
    meta: { refetch: KNOWN },
  });
}

/**
 * Changes a person's tags, given as ids. A call replaces all of them, so changes run one after the other, each on those
 * that the server has by then. `failure` is the text of a toast, for who shows no error.
 */
export function useChangeTags(name: string, failure?: string) {
  return useMutation({
    scope: { id: `tags of ${name}` },
    mutationFn: async (change: (tags: number[]) => number[] | Promise<number[]>) => {
      const { person } = await call('GET /api/people/{name}', { params: { name }, query: { limit: 1 } });
      const tags = await change(person.tags.map(({ id }) => id));
      return call('PUT /api/people/{name}', { params: { name }, body: { tags } });
    },
    meta: { failure, refetch: KNOWN },
  });
}

/** Writes a note about a person. */
export function useWriteNote(name: string) {
  return useMutation({
    mutationFn: (text: string) => call('POST /api/people/{name}/notes', { params: { name }, body: { text } }),
    meta: { refetch: [peopleKeys.all] },
  });
}

/** Deletes a note about a person. */
export function useDeleteNote(name: string) {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/people/{name}/notes/{id}', { params: { name, id } }),
    meta: { done: 'Note deleted.', failure: 'Failed to delete the note', refetch: [peopleKeys.all] },
  });
}

/** Lets campaigns write to a person again who did not reply; `done` is the text of the toast. */
export function useWaive(name: string, done: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/people/{name}/waive', { params: { name }, body: { reason } }),
    meta: { done, refetch: [peopleKeys.all, campaignKeys.plans] },
  });
}
