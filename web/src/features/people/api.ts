import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export type Person = Answer<'GET /api/people/{name}'>['person'];

/** Every query of people. */
export const PEOPLE = ['people'];

/** A person's lists and do-not-contact, and one page of their campaigns. */
export function personQuery(name: string, place: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...PEOPLE, name, place],
    queryFn: ({ signal }) => call('GET /api/people/{name}', { params: { name }, query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Removes a person from one list. */
export function useLeaveList() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/recipients/{id}', { params: { id } }),
    onSettled: (_answer, _error, _id, _result, { client }) =>
      Promise.all(
        [PEOPLE, ['recipients'], ['lists'], ['campaigns']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
