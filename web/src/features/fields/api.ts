import type { Field } from '@pigeonpost/contract/calls/fields';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { fieldKeys, peopleKeys, recipientKeys, templateKeys } from '../../query-keys.ts';

// Screens show people's values by field; a template's text names its fields.
const CHANGED = [fieldKeys.all, peopleKeys.all, recipientKeys.all, templateKeys.all];

/** The user's fields, the oldest first. */
export const fieldsQuery = queryOptions({
  queryKey: [...fieldKeys.all, 'list'],
  queryFn: async ({ signal }) => (await call('GET /api/fields', { signal })).fields,
});

/** The same, each with the number of its people: asked only on demand, because it reads everybody. */
export const countedFieldsQuery = queryOptions({
  queryKey: [...fieldKeys.all, 'counted'],
  queryFn: ({ signal }) => call('GET /api/fields', { query: { counted: 'true' }, signal }),
});

/** A field as it is typed; with an id it changes that field. */
export type FieldDraft = Partial<Pick<Field, 'id'>> & Pick<Field, 'name' | 'label'>;

/** Makes a field, or changes the one of `id`, where left-out parts stay. */
export function useSaveField({ id, ...opened }: FieldDraft) {
  return useMutation({
    mutationFn: (change: Partial<Pick<Field, 'name' | 'label'>>) =>
      id === undefined
        ? call('POST /api/fields', { body: { ...opened, ...change } })
        : call('PUT /api/fields/{id}', { params: { id }, body: change }),
    meta: { refetch: CHANGED },
  });
}

/** Deletes a field, with what people have in it. */
export function useDeleteField() {
  return useMutation({
    mutationFn: ({ id }: Field) => call('DELETE /api/fields/{id}', { params: { id } }),
    meta: {
      done: (_answer: unknown, { label }: Field) => `Field ${label} deleted.`,
      failure: 'Failed to delete the field',
      refetch: CHANGED,
    },
  });
}
