import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { Answer } from '@pigeonpost/contract/client';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { changeAtOnce } from '../../api/change-at-once.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { refetchLists } from '../lists/api.ts';

type Page = Answer<'GET /api/lists/{id}/recipients'>;
type Place = { search: string; page: number; limit: number; status: RecipientStatus | undefined };

const ALL_PAGES = ['recipients'];

/** One page of a list's recipients. */
export function recipientsQuery(listId: number, { status, ...place }: Place) {
  return queryOptions({
    queryKey: [...ALL_PAGES, listId, { status, ...place }],
    queryFn: ({ signal }) =>
      call('GET /api/lists/{id}/recipients', {
        params: { id: listId },
        query: { ...place, ...(status ? { status } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Puts one name into a list. */
export async function addRecipient(recipient: { recipient: string; list_id: number }): Promise<void> {
  await call('POST /api/recipients', { body: recipient });
  await refetchRecipients();
}

/** Sets the status of one or many: on the screen at once; `make` is handed the call of one. */
export function setStatusAtOnce(
  ids: readonly number[],
  status: RecipientStatus,
  make: (one: (id: number) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const one = (id: number) => call('PUT /api/recipients/{id}/status', { params: { id }, body: { status } });
  return changeRows(
    ids,
    (recipient) => ({ ...recipient, status }),
    () => make(one),
  );
}

/** Deletes one or many: off the screen at once; `make` is handed the call of one. */
export function deleteAtOnce(
  ids: readonly number[],
  make: (one: (id: number) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const one = (id: number) => call('DELETE /api/recipients/{id}', { params: { id } });
  return changeRows(
    ids,
    () => undefined,
    () => make(one),
  );
}

/** What an import would do: `body` is {recipients, list_id} as JSON. Writes nothing. */
export function checkImport(body: Blob, signal: AbortSignal) {
  return call('POST /api/recipients/bulk/check', { body, signal });
}

/** Puts all names of `body`, {recipients, list_id} as JSON, into their list, or none of them. */
export async function importRecipients(body: Blob) {
  const report = await call('POST /api/recipients/bulk', { body });
  await refetchRecipients();
  return report;
}

function changeRows(
  ids: readonly number[],
  change: (recipient: Recipient) => Recipient | undefined,
  make: () => Promise<unknown>,
): Promise<void> {
  const wanted = new Set(ids);
  return changeAtOnce<Page>({
    pages: ALL_PAGES,
    change: (page) => ({
      ...page,
      recipients: page.recipients
        .map((recipient) => (wanted.has(recipient.id) ? change(recipient) : recipient))
        .filter((one) => one !== undefined),
    }),
    make,
    refetch: refetchRecipients,
  });
}

async function refetchRecipients(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ALL_PAGES }), refetchLists()]);
}
