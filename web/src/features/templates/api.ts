import type { Field } from '@pigeonpost/contract/calls/fields';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { Template } from '@pigeonpost/contract/calls/templates';
import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimisticUpdate } from '../../api/optimistic-update.ts';
import { PICKER_LIMIT } from '../../api/paging.ts';
import { retryWhileCounting } from '../../campaign-state/campaign-queries.ts';
import { campaignKeys, fieldKeys, listKeys, recipientKeys, templateKeys } from '../../query-keys.ts';

type Page = Answer<'GET /api/templates'>;

/** One page of the user's templates, newest first. */
export function templatesQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...templateKeys.pages, place],
    queryFn: ({ signal }) => call('GET /api/templates', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first templates whose name contains `search`, and their number. */
export function templatePickerQuery(search = '') {
  return queryOptions({
    queryKey: [...templateKeys.all, 'picker', search],
    queryFn: ({ signal }) => call('GET /api/templates', { query: { search, limit: PICKER_LIMIT }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A name of the user's own for previews: the first of the newest list that has any; '' without one. */
export const ownNameQuery = queryOptions({
  queryKey: [...listKeys.all, 'own-name'],
  queryFn: async ({ signal }) => {
    const { lists } = await call('GET /api/lists', { query: { page: 1, limit: 20 }, signal });
    const list = lists.find(({ recipient_count }) => recipient_count > 0);
    if (!list) return '';
    const answer = await call('GET /api/lists/{id}/recipients', {
      params: { id: list.id },
      query: { limit: 1, sort_by: 'added_asc' },
      signal,
    });
    return answer.recipients[0]?.recipient ?? '';
  },
});

/** The list whose people a template's editor speaks of; without an id nobody is in any. */
export type ShownList = { id: number | undefined; name: string; people: number; fields: Field[] };

/** That list, or the newest that has people, with the user's fields, those first that most of its people have. */
export function shownListQuery(list_id: number | undefined) {
  return queryOptions({
    queryKey: [...fieldKeys.all, 'of the shown list', list_id ?? 'newest'],
    queryFn: async ({ signal }): Promise<ShownList> => {
      const { fields } = await call('GET /api/fields', { signal });
      const list = fields.length === 0 ? undefined : await findList(list_id, signal);
      if (!list) return { id: undefined, name: '', people: 0, fields };
      const counted = await call('GET /api/fields', { query: { list_id: list.id }, signal });
      return {
        id: list.id,
        name: list.name,
        people: list.recipient_count,
        fields: counted.fields.toSorted((one, other) => (other.people ?? 0) - (one.people ?? 0)),
      };
    },
    placeholderData: keepPreviousData,
  });
}

async function findList(id: number | undefined, signal: AbortSignal) {
  if (id !== undefined) return (await call('GET /api/lists/{id}', { params: { id }, signal })).list;
  const { lists } = await call('GET /api/lists', { query: { page: 1, limit: 20 }, signal });
  return lists.find(({ recipient_count }) => recipient_count > 0);
}

/** How many people are fetched at once to page through. */
export const READERS_AT_ONCE = 50;
// What one call answers.
const FIELDS_AT_ONCE = 5;

/** Some people of a list in the order of its lines, with their values by the names of these fields, and the number of all. */
export function readersQuery(list_id: number, page: number, fields: readonly Field[]) {
  return queryOptions({
    queryKey: [...recipientKeys.all, 'readers', list_id, page, fields.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const groups = [];
      for (let at = 0; at === 0 || at < fields.length; at += FIELDS_AT_ONCE)
        groups.push(fields.slice(at, at + FIELDS_AT_ONCE).map(({ id }) => id));
      const answers = await Promise.all(
        groups.map((ids) =>
          call('GET /api/lists/{id}/recipients', {
            params: { id: list_id },
            query: {
              page,
              limit: READERS_AT_ONCE,
              sort_by: 'added_asc',
              ...(ids.length > 0 ? { fields: ids.join(',') } : {}),
            },
            signal,
          }),
        ),
      );
      const values = new Map<string, Record<string, string>>();
      for (const { recipient, fields: given = {} } of answers.flatMap(({ recipients }) => recipients)) {
        const named = fields.flatMap(({ id, name }) => (given[id] ? [[name, given[id]]] : []));
        values.set(recipient, { ...values.get(recipient), ...Object.fromEntries(named) });
      }
      const readers = answers[0]?.recipients.map(({ recipient }) => recipient) ?? [];
      return {
        readers: readers.map((name) => ({ name, values: values.get(name) ?? {} })),
        total: answers[0]?.pagination.total ?? 0,
      };
    },
  });
}

/** A plan of a text that is being written. */
export type DraftPlan = { list_id: number; content: string; plan: Plan };

/** Who of a list would get this text; that of the text before until it is counted. */
export function draftPlanQuery(wanted: { list_id: number; content: string }) {
  return queryOptions({
    queryKey: [...campaignKeys.plans, 'draft', wanted],
    queryFn: async ({ signal }): Promise<DraftPlan> => ({
      ...wanted,
      plan: (await call('POST /api/campaigns/plan', { body: wanted, signal })).plan,
    }),
    placeholderData: keepPreviousData,
    retry: retryWhileCounting,
  });
}

type TemplateText = { name: string; content: string };

/** What its user writes of a template. */
export const textOf = ({ name, content }: TemplateText): TemplateText => ({ name, content });

/** The input of a template; with an id it changes that template. */
export type TemplateDraft = TemplateText & { id?: number };

/** The input of a new one. */
export const NEW_TEMPLATE: TemplateDraft = { name: '', content: '' };

/** Creates a template, or changes the one of `id`, where left-out fields stay. */
export function useSaveTemplate({ id, ...opened }: TemplateDraft) {
  return useMutation({
    mutationFn: (change: Partial<TemplateText>) =>
      id === undefined
        ? call('POST /api/templates', { body: { ...opened, ...change } })
        : changeTemplate(id, change),
    meta: { refetch: [templateKeys.all, campaignKeys.plans] },
  });
}

/** Changes the given fields of a template. */
export function useChangeTemplate(id: number) {
  return useMutation({
    mutationFn: (change: Partial<TemplateText>) => changeTemplate(id, change),
    meta: { refetch: [templateKeys.all, campaignKeys.plans] },
  });
}

const changeTemplate = (id: number, change: Partial<TemplateText>) =>
  call('PUT /api/templates/{id}', { params: { id }, body: change });

/** Marks a template as the selected one. */
export function useSelectTemplate() {
  return useMutation({
    mutationFn: ({ id }: Template) => call('PUT /api/templates/{id}/select', { params: { id } }),
    meta: {
      done: (_answer: unknown, { name }: Template) => `“${name}” is selected.`,
      failure: 'Failed to select template',
    },
    ...optimisticUpdate<Page, Template>({
      pages: templateKeys.pages,
      update: (page, { id }) => ({
        ...page,
        templates: page.templates.map((template) => ({ ...template, is_selected: template.id === id })),
      }),
      refetch: [templateKeys.all],
    }),
  });
}

/** Deletes a template. */
export function useDeleteTemplate() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/templates/{id}', { params: { id } }),
    meta: { failure: 'Failed to delete template' },
    ...optimisticUpdate<Page, number>({
      pages: templateKeys.pages,
      update: (page, id) => ({ ...page, templates: page.templates.filter((template) => template.id !== id) }),
      refetch: [templateKeys.all],
    }),
  });
}

/** Makes a deleted template anew, and selects it again where it was selected. */
export function useRestoreTemplate() {
  return useMutation({
    mutationFn: async (deleted: Template) => {
      const { template } = await call('POST /api/templates', { body: textOf(deleted) });
      if (deleted.is_selected) await call('PUT /api/templates/{id}/select', { params: { id: template.id } });
    },
    meta: { done: 'Taken back.', failure: 'Failed to save template', refetch: [templateKeys.all] },
  });
}
