import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { Tag } from '@pigeonpost/contract/calls/tags';
import { shownName } from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { tagsQuery } from '../tags/api.ts';
import type { TagChange } from './tag-words.ts';
import { useBulkTag } from './use-bulk-tag.ts';

/** Who is to be tagged: recipients by their ids, or everybody who matches. */
type Wanted = { who: string; ids?: number[]; isSelected?: boolean };

type TaggingOptions = {
  list_id: number;
  /** How many match. */
  total: number;
  tagMatching: (change: TagChange) => unknown;
  select: (ids: number[]) => void;
};

/** Asks for a tag in a dialog, and puts it on recipients. */
export function useTagging({ list_id, total, tagMatching, select }: TaggingOptions) {
  const [wanted, setWanted] = useKeptState<Wanted | undefined>('recipients to tag', undefined);
  const bulk = useBulkTag(list_id);
  const tagOne = useCallback(
    ({ id, recipient }: Recipient) => setWanted({ who: shownName(recipient), ids: [id] }),
    [setWanted],
  );
  const tagSelected = (ids: number[]) =>
    setWanted({ who: formatNoun(ids.length, 'recipient'), ids, isSelected: true });
  const tagAll = () => setWanted({ who: formatNoun(total, 'recipient') });
  const onTag = (change: TagChange) => {
    if (!wanted?.ids) return tagMatching(change);
    const { who, ids, isSelected } = wanted;
    if (isSelected) select([]);
    return bulk.change({ ids, who, ...(isSelected ? { onLeft: select } : {}) }, change);
  };
  const dialog = wanted && {
    who: wanted.who,
    isAll: wanted.ids === undefined,
    onTag,
    onClose: () => setWanted(undefined),
  };
  return { state: bulk.state, dialog, tagOne, tagSelected, tagAll };
}

const NONE: Tag[] = [];

/** They change by hand or by an import, which fetch them again. */
const FRESH_MS = 300_000;

/** The user's tags, for the rows of a list. Without tags nothing is asked for with the recipients. */
export function useListTags(): Tag[] {
  const { data = NONE } = useQuery({ ...tagsQuery, staleTime: FRESH_MS });
  return data;
}
