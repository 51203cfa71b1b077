import type { Template } from '@pigeonpost/contract/calls/templates';
import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { changeAtOnce } from '../../api/change-at-once.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

type Page = Answer<'GET /api/templates'>;

const ALL_PAGES = ['templates', 'list'];

/** One page of the user's templates, newest first. */
export function templatesQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...ALL_PAGES, place],
    queryFn: ({ signal }) => call('GET /api/templates', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A name of the user's own to read messages as: the first of the newest list that has any; '' without one. */
export const ownNameQuery = queryOptions({
  queryKey: ['lists', 'own-name'],
  queryFn: async ({ signal }) => {
    const { lists } = await call('GET /api/lists', { query: { page: 1, limit: 20 }, signal });
    const list = lists.find(({ recipient_count }) => recipient_count > 0);
    if (!list) return '';
    const answer = await call('GET /api/lists/{id}/recipients', {
      params: { id: list.id },
      query: { limit: 1 },
      signal,
    });
    return answer.recipients[0]?.recipient ?? '';
  },
});

/** Makes a template, or changes the one of `id`. */
export async function saveTemplate(template: { id?: number; name: string; content: string }): Promise<void> {
  const { id, ...body } = template;
  if (id === undefined) await call('POST /api/templates', { body });
  else await call('PUT /api/templates/{id}', { params: { id }, body });
  await refetchTemplates();
}

/** Marks a template as the selected one: on the screen at once, taken back when the server refuses. */
export function selectTemplate(id: number): Promise<void> {
  return withPages(
    (template) => ({ ...template, is_selected: template.id === id }),
    () => call('PUT /api/templates/{id}/select', { params: { id } }),
  );
}

/** Deletes a template: off the screen at once, back when the server refuses. */
export function deleteTemplate(id: number): Promise<void> {
  return withPages(
    (template) => (template.id === id ? undefined : template),
    () => call('DELETE /api/templates/{id}', { params: { id } }),
  );
}

function withPages(
  change: (template: Template) => Template | undefined,
  make: () => Promise<unknown>,
): Promise<void> {
  return changeAtOnce<Page>({
    pages: ALL_PAGES,
    change: (page) => ({
      ...page,
      templates: page.templates.map(change).filter((one) => one !== undefined),
    }),
    make,
    refetch: refetchTemplates,
  });
}

function refetchTemplates(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['templates'] });
}
