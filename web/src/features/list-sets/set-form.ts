import { LIST_NAME_MAX } from '@pigeonpost/contract/lists';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import { LISTS_OF_KIND, listsError, type SetKind } from '@pigeonpost/contract/people/list-sets';
import type { RecipientFilter } from '@pigeonpost/contract/recipients';
import type { WantedSet } from './api.ts';
import type { SetStart, SourceList } from './parts/set-start.ts';

/** A set as it is chosen. */
export type SetValues = {
  kind: SetKind;
  /** One for each place, null where none is chosen yet. Kinds that take fewer leave the later ones alone. */
  lists: (SourceList | null)[];
  search: string;
  status: RecipientFilter | null;
  conditions: Condition[];
  /** These recipients alone, as a copy. */
  ids: number[] | null;
  parts: number;
  /** The field by whose values a list is split; null: into parts of the same size. */
  field_id: number | null;
  /** Everybody with this tag. */
  tag_id: number | null;
  into: SourceList | null;
  name: string;
  keep_status: boolean;
};

/**
 * The values with which the dialog opens: of a part, or of the only list, a copy is made; of two lists one is taken from the
 * other.
 */
export function valuesOf(
  { list, search = '', status = null, conditions = [], ids, isForCampaign = false }: SetStart,
  isOnly: boolean,
): SetValues {
  const isPart = ids !== undefined || conditions.length > 0 || search !== '' || status !== null;
  return {
    kind: isPart || isOnly ? 'copy' : 'subtract',
    lists: [list ?? null],
    search,
    status,
    conditions,
    ids: ids ?? null,
    parts: 2,
    field_id: null,
    tag_id: null,
    into: null,
    name: isForCampaign && list ? [...`Part of ${list.name}`].slice(0, LIST_NAME_MAX).join('') : '',
    keep_status: false,
  };
}

/** The places for lists: of a merge one more than are chosen. */
export function placesOf({ kind, lists }: Pick<SetValues, 'kind' | 'lists'>): (SourceList | null)[] {
  const [least, most] = LISTS_OF_KIND[kind];
  const all = kind === 'merge' ? [...chosenOf(lists), null] : lists;
  return Array.from(
    { length: Math.min(most, Math.max(least, kind === 'merge' ? all.length : 0)) },
    (_, at) => all[at] ?? null,
  );
}

const chosenOf = (lists: readonly (SourceList | null)[]) => lists.filter((list) => list !== null);

/** Why it cannot be counted yet, as a sentence, or undefined. */
export function unchosenError(values: SetValues): string | undefined {
  if (values.kind === 'tagged') return values.tag_id === null ? 'Choose a tag.' : undefined;
  return listsError(values.kind, chosenOf(placesOf(values)).length);
}

/** What is asked of the server; undefined until the lists are chosen. */
export function wantedOf(values: SetValues): WantedSet | undefined {
  if (unchosenError(values) !== undefined) return undefined;
  const { kind, search, status, conditions, ids, parts, field_id, tag_id, into } = values;
  if (kind === 'tagged' && tag_id !== null) return { kind, list_ids: [], tag_id };
  return {
    kind,
    list_ids: chosenOf(placesOf(values)).map(({ id }) => id),
    ...(search === '' ? {} : { search }),
    ...(status ? { status } : {}),
    ...(conditions.length > 0 ? { where: conditions } : {}),
    ...(ids ? { ids } : {}),
    ...(kind === 'split' ? (field_id === null ? { parts } : { field_id }) : {}),
    ...(kind === 'merge' && into ? { into: into.id } : {}),
  };
}
