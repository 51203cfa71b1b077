import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { fieldKeys, recipientKeys, tagKeys } from '../../../query-keys.ts';
import { CHANGED } from '../api.ts';

/** What an import would do: `body` is {recipients, list_id} as JSON. Writes nothing. */
export function checkImport(body: Blob, signal: AbortSignal) {
  return call('POST /api/recipients/bulk/check', { body, signal });
}

/** The body of an import as JSON: names alone, or people with what is known of them. */
export type ImportBody = { names: Blob } | { table: Blob };

/** Puts all people of an import into their list, or none of them. */
export function useImportRecipients() {
  return useMutation({
    mutationFn: (body: ImportBody) =>
      'names' in body
        ? call('POST /api/recipients/bulk', { body: body.names })
        : call('POST /api/recipients/import', { body: body.table }),
    meta: { refetch: [...CHANGED, fieldKeys.all, tagKeys.all] },
  });
}

/** The columns of a table by its heads, as they are remembered. */
export type ImportChoice = {
  heads: string;
  column: string;
  columns: Record<string, { field: string } | 'tags' | 'note' | 'leave_out'>;
};

/** The columns that were chosen for tables of former imports. */
export const importChoicesQuery = queryOptions({
  queryKey: ['import-choices'],
  queryFn: async ({ signal }) => (await call('GET /api/import-choices', { signal })).choices,
});

/** Remembers which column of a table has the names, and what the others became. */
export function saveImportChoice(body: ImportChoice) {
  return call('PUT /api/import-choices', { body });
}

/** The newest import into a list, while it can be undone; null without one. */
export function lastImportQuery(list_id: number) {
  return queryOptions({
    queryKey: [...recipientKeys.all, 'last-import', list_id],
    queryFn: async ({ signal }) => {
      const { imports } = await call('GET /api/lists/{id}/imports', { params: { id: list_id }, signal });
      return imports[0] ?? null;
    },
  });
}

/** Undoes an import: its names leave the list and what it replaced comes back, or neither. */
export function useUndoImport() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/recipients/import/{id}', { params: { id } }),
    meta: { refetch: [...CHANGED, fieldKeys.all] },
  });
}
