import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimisticUpdate } from '../../api/optimistic-update.ts';
import { PICKER_LIMIT } from '../../api/picker.ts';

type Page = Answer<'GET /api/templates'>;

const TEMPLATES = ['templates'];
const ALL_PAGES = [...TEMPLATES, 'list'];

/** One page of the user's templates, newest first. */
export function templatesQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...ALL_PAGES, place],
    queryFn: ({ signal }) => call('GET /api/templates', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first templates whose name contains `search`, and their number. */
export function templatePickerQuery(search = '') {
  return queryOptions({
    queryKey: ['templates', 'picker', search],
    queryFn: ({ signal }) => call('GET /api/templates', { query: { search, limit: PICKER_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A name of the user's own for previews: the first of the newest list that has any; '' without one. */
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

type TemplateText = { name: string; content: string };

/** The input of a template; with an id it changes that template. */
export type TemplateDraft = TemplateText & { id?: number };

/** Creates a template, or changes the one of `id`, where left-out fields stay. */
export function useSaveTemplate({ id, ...opened }: TemplateDraft) {
  return useMutation({
    mutationFn: (change: Partial<TemplateText>) =>
      id === undefined
        ? call('POST /api/templates', { body: { ...opened, ...change } })
        : call('PUT /api/templates/{id}', { params: { id }, body: change }),
    onSuccess: (_answer, _draft, _result, { client }) => client.invalidateQueries({ queryKey: TEMPLATES }),
  });
}

/** Marks a template as the selected one. */
export function useSelectTemplate() {
  return useMutation({
    mutationFn: (id: number) => call('PUT /api/templates/{id}/select', { params: { id } }),
    ...optimisticUpdate<Page, number>({
      pages: ALL_PAGES,
      update: (page, id) => ({
        ...page,
        templates: page.templates.map((template) => ({ ...template, is_selected: template.id === id })),
      }),
      refetch: [TEMPLATES],
    }),
  });
}

/** Deletes a template. */
export function useDeleteTemplate() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/templates/{id}', { params: { id } }),
    ...optimisticUpdate<Page, number>({
      pages: ALL_PAGES,
      update: (page, id) => ({ ...page, templates: page.templates.filter((template) => template.id !== id) }),
      refetch: [TEMPLATES],
    }),
  });
}
