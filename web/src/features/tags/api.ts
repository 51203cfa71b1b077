import type { Tag } from '@pigeonpost/contract/calls/tags';
import { cleanTag } from '@pigeonpost/contract/people/tags';
import { caseless } from '@pigeonpost/contract/text/caseless';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { peopleKeys, recipientKeys, tagKeys } from '../../query-keys.ts';

/** The user's tags, by name. */
export const tagsQuery = queryOptions({
  queryKey: [...tagKeys.all, 'list'],
  queryFn: async ({ signal }) => (await call('GET /api/tags', { signal })).tags,
});

/** The same, each with the number of its people: asked only on demand, because it reads everybody. */
export const countedTagsQuery = queryOptions({
  queryKey: [...tagKeys.all, 'counted'],
  queryFn: ({ signal }) => call('GET /api/tags', { query: { counted: 'true' }, signal }),
});

/** A tag as it is typed; with an id it renames that tag. */
export type TagDraft = Partial<Pick<Tag, 'id'>> & Pick<Tag, 'name'>;

/** Makes a tag, or renames the one of `id`. */
export function useSaveTag({ id }: Pick<TagDraft, 'id'> = {}) {
  return useMutation({
    mutationFn: (name: string) =>
      id === undefined
        ? call('POST /api/tags', { body: { name } })
        : call('PUT /api/tags/{id}', { params: { id }, body: { name } }),
    meta: { refetch: [tagKeys.all, peopleKeys.all] },
  });
}

/** Deletes a tag, and so takes it off everybody. */
export function useDeleteTag() {
  return useMutation({
    mutationFn: ({ id }: Tag) => call('DELETE /api/tags/{id}', { params: { id } }),
    meta: {
      done: (_answer: unknown, { name }: Tag) => `Tag ${name} deleted.`,
      failure: 'Failed to delete the tag',
      refetch: [tagKeys.all, peopleKeys.all, recipientKeys.all],
    },
  });
}

/** Finds tags by their names, among those that there are now. */
export function useFindTag() {
  const queries = useQueryClient();
  const { mutateAsync } = useSaveTag();
  const find = async (text: string): Promise<Tag | undefined> => {
    const tags = await queries.fetchQuery({ ...tagsQuery, staleTime: 0 });
    return tags.find(({ name }) => isSameTag(name, cleanTag(text)));
  };
  const findOrMake = async (text: string): Promise<Tag> =>
    (await find(text)) ?? (await mutateAsync(cleanTag(text))).tag;
  return { find, findOrMake };
}

/** Names of tags are one whatever their case. */
export function isSameTag(a: string, b: string): boolean {
  return caseless(a) === caseless(b);
}
