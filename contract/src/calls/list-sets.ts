import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Id, requiredText } from '../fields.ts';
import { RECIPIENT_IDS_MAX } from '../limits.ts';
import { listsError, MERGED_LISTS_MAX, PARTS_MAX, PARTS_MIN, SET_KINDS } from '../list-sets.ts';
import { LIST_NAME_MAX } from '../lists.ts';
import { pageQuery } from '../paging.ts';
import { RECIPIENT_FILTERS } from '../recipients.ts';
import { Conditions } from './conditions.ts';
import { List } from './lists.ts';

const PARTS_ERROR = `A list is split into ${PARTS_MIN} to ${PARTS_MAX} parts.`;
const HOW_SPLIT = 'Say either into how many parts, or by which field.';
const IDS_ERROR = `Name 1 to ${RECIPIENT_IDS_MAX} recipients by their ids`;

const wanted = {
  kind: z.enum(SET_KINDS, 'Choose Merge, Subtract, Intersect, Split or Copy.'),
  /** The first is the one from which Subtract takes away, and whose statuses count where a person is in several. */
  list_ids: z.array(Id, 'Choose a list.').min(1, 'Choose a list.').max(MERGED_LISTS_MAX),
  /** Only those of the first list who match; of a merge, of all its lists. */
  search: pageQuery().search,
  status: z.enum(RECIPIENT_FILTERS, 'This status is not known').optional(),
  where: Conditions.optional(),
  /** Of a copy: these recipients alone. */
  ids: z.array(Id, IDS_ERROR).min(1, IDS_ERROR).max(RECIPIENT_IDS_MAX, IDS_ERROR).optional(),
  /** Of a split: so many parts of the same size, by lot; or a part for each value of a field. */
  parts: z.int(PARTS_ERROR).min(PARTS_MIN, PARTS_ERROR).max(PARTS_MAX, PARTS_ERROR).optional(),
  field_id: Id.optional(),
  /** Of a merge: the list to which the people are added; without it a new one. */
  into: Id.optional(),
};

interface Wanted {
  kind: (typeof SET_KINDS)[number];
  list_ids: number[];
  ids?: number[] | undefined;
  parts?: number | undefined;
  field_id?: number | undefined;
  into?: number | undefined;
  search?: string | undefined;
  status?: string | undefined;
  where?: unknown;
}

function checkWanted(body: Wanted, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { kind, list_ids, ids, parts, field_id, into, search, status, where } = body;
  const error = listsError(kind, list_ids.length);
  if (error !== undefined) wrong('list_ids', error);
  else if (new Set(list_ids).size < list_ids.length) wrong('list_ids', 'Choose different lists.');
  if (kind === 'split' ? (parts === undefined) === (field_id === undefined) : (parts ?? field_id))
    wrong('parts', kind === 'split' ? HOW_SPLIT : 'Only a split has parts.');
  if (into !== undefined && kind !== 'merge') wrong('into', 'Only a merge goes into an existing list.');
  if (ids && (kind !== 'copy' || (search ?? status ?? where) !== undefined))
    wrong('ids', 'Recipients are named by their ids for a copy, and for nothing else.');
}

const SetCount = z.object({
  /** People in the new lists, or added to the existing one. */
  people: z.int(),
  /** Who match and are in more than one of the lists. */
  in_both: z.int(),
  not_matching: z.int(),
  /** On do-not-contact, and left out for it. */
  blocked: z.int(),
  /** In the existing list already. */
  already_there: z.int(),
  /** The new lists of a split, in order, by the value of the field; null: the others. Of equal parts none has a value. */
  parts: z.array(z.object({ value: z.string().nullable(), people: z.int() })),
});
export type SetCount = z.infer<typeof SetCount>;

/** New lists from the lists that there are (docs/behaviour.md#lists-from-lists). */
export const listSetCalls = defineCalls({
  'POST /api/lists/from/check': {
    access: 'user',
    summary: 'Count who would be in a new list from these, without making it.',
    body: z.object(wanted).superRefine(checkWanted),
    timeLimitMs: 600_000,
    response: SetCount,
  },
  'POST /api/lists/from': {
    access: 'subscriber',
    summary:
      'Make a new list, or the parts of one, of the people of other lists, or add them to an existing one.',
    body: z
      .object({
        ...wanted,
        /** Of the new list; the parts of a split add a number or a value to it. */
        name: requiredText('List name', LIST_NAME_MAX).optional(),
        /** With their status; else they come in as pending. */
        keep_status: z.boolean('keep_status must be true or false').default(false),
      })
      .superRefine((body, context) => {
        checkWanted(body, context);
        if ((body.name === undefined) === (body.into === undefined))
          context.addIssue({ code: 'custom', path: ['name'], message: 'Name the new list.' });
      }),
    timeLimitMs: 600_000,
    status: 201,
    response: SetCount.extend({ lists: z.array(List) }),
  },
});
