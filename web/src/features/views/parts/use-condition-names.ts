import type { List } from '@pigeonpost/contract/calls/lists';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../fields/api.ts';
import { listQuery } from '../../lists/api.ts';
import { tagsQuery } from '../../tags/api.ts';
import type { ConditionNames } from './condition-words.ts';

/** What conditions may ask for: all fields and tags, and the lists that these conditions name. */
export function useConditionNames(conditions: Condition[]): ConditionNames {
  const { data: field } = useQuery({ ...fieldsQuery, select: toFieldNames });
  const { data: tag } = useQuery({ ...tagsQuery, select: toTagNames });
  const ids = conditions.flatMap((condition) => (condition.kind === 'list' ? [condition.id] : []));
  const list = useQueries({ queries: ids.map(listQuery), combine: toListNames });
  return { field, tag, list };
}

const toFieldNames = (fields: { id: number; label: string }[]) =>
  new Map(fields.map(({ id, label }) => [id, label]));

const toTagNames = (tags: { id: number; name: string }[]) => new Map(tags.map(({ id, name }) => [id, name]));

/** Undefined until all are known; a deleted one is not in it. */
function toListNames(lists: UseQueryResult<List>[]): Map<number, string> | undefined {
  if (lists.some(({ isPending }) => isPending)) return undefined;
  return new Map(lists.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])));
}
