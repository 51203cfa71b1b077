import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Id, requiredName, without } from '../fields.ts';
import { RECIPIENT_IDS_MAX } from '../limits.ts';
import { LIST_NAME_MAX } from '../lists.ts';
import { pageQuery } from '../paging.ts';
import {
  LISTS_OF_KIND,
  listsError,
  MERGED_LISTS_MAX,
  PARTS_MAX,
  PARTS_MIN,
  SET_KINDS,
  type SetKind,
} from '../people/list-sets.ts';
import { RECIPIENT_FILTERS } from '../recipients.ts';
import { Conditions } from './conditions.ts';
import { List } from './lists.ts';

const PARTS_ERROR = `A list is split into ${PARTS_MIN} to ${PARTS_MAX} parts.`;
const HOW_SPLIT = 'Say either into how many parts, or by which field.';
const IDS_ERROR = `Name 1 to ${RECIPIENT_IDS_MAX} recipients by their ids`;

const wanted = {
  kind: z.enum(SET_KINDS, 'Choose Merge, Subtract, Intersect, Split, Copy or Tagged.'),
  /** The first is the one from which Subtract takes away, and whose statuses count where a person is in several. */
  list_ids: z.array(Id, 'Choose a list.').max(MERGED_LISTS_MAX),
  /** Only those of the first list who match; of a merge, of all its lists. */
  search: pageQuery().search,
  status: z.enum(RECIPIENT_FILTERS, 'This status is not known').optional(),
  where: Conditions.optional(),
  /** Of a copy: these recipients alone. */
  ids: z.array(Id, IDS_ERROR).min(1, IDS_ERROR).max(RECIPIENT_IDS_MAX, IDS_ERROR).optional(),
  /** Of a split: so many parts of the same size, by lot; or a part for each value of a field. */
  parts: z.int(PARTS_ERROR).min(PARTS_MIN, PARTS_ERROR).max(PARTS_MAX, PARTS_ERROR).optional(),
  field_id: Id.optional(),
  /** Of tagged: everybody with this tag, in whichever list. */
  tag_id: Id.optional(),
  /** Of a merge: the list to which the people are added; without it a new one. */
  into: Id.optional(),
};

interface Wanted {
  kind: SetKind;
  list_ids: number[];
  ids?: number[] | undefined;
  parts?: number | undefined;
  field_id?: number | undefined;
  tag_id?: number | undefined;
  into?: number | undefined;
  search?: string | undefined;
  status?: string | undefined;
  where?: unknown;
}

function checkWanted(body: Wanted, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { kind, list_ids, ids, parts, field_id, tag_id, into, search, status, where } = body;
  const error = listsError(kind, list_ids.length);
  if (error !== undefined) wrong('list_ids', error);
  else if (new Set(list_ids).size < list_ids.length) wrong('list_ids', 'Choose different lists.');
  if (kind === 'split' ? (parts === undefined) === (field_id === undefined) : (parts ?? field_id))
    wrong('parts', kind === 'split' ? HOW_SPLIT : 'Only a split has parts.');
  if (into !== undefined && kind !== 'merge') wrong('into', 'Only a merge goes into an existing list.');
  if ((kind === 'tagged') !== (tag_id !== undefined))
    wrong('tag_id', kind === 'tagged' ? 'Choose a tag.' : 'Only people with a tag are found by one.');
  if (kind === 'tagged' && (search ?? status ?? where) !== undefined)
    wrong('where', 'Everybody with the tag is taken.');
  if (ids && (kind !== 'copy' || (search ?? status ?? where) !== undefined))
    wrong('ids', 'Recipients are named by their ids for a copy, and for nothing else.');
}

const FILTER = ['search', 'status', 'where'];
/** The fields that are of a kind alone, besides the filter. */
const OWN_FIELDS: Record<SetKind, readonly string[]> = {
  merge: ['into'],
  subtract: [],
  intersect: [],
  split: ['parts', 'field_id'],
  copy: ['ids'],
  tagged: ['tag_id'],
};

/** What `checkWanted` refuses, as far as JSON Schema can say it: a form for each kind. */
const FORMS = SET_KINDS.map((kind) => {
  const [minItems, maxItems] = LISTS_OF_KIND[kind];
  const others = Object.values(OWN_FIELDS)
    .flat()
    .filter((field) => !OWN_FIELDS[kind].includes(field));
  return {
    properties: {
      kind: { const: kind },
      list_ids: { minItems, maxItems, uniqueItems: true },
      ...without(kind === 'tagged' ? [...others, ...FILTER] : others),
    },
    required: kind === 'tagged' ? ['kind', 'tag_id'] : ['kind'],
    ...(kind === 'split' && { oneOf: [{ required: ['parts'] }, { required: ['field_id'] }] }),
    ...(kind === 'copy' && { dependentSchemas: { ids: { properties: without(FILTER) } } }),
  };
});

const SetCount = z
  .object({
    /** People in the new lists, or added to the existing one. */
    people: z.int(),
    /** Who match and are in more than one of the lists. */
    in_both: z.int(),
    not_matching: z.int(),
    /** On do-not-contact, and not taken for it. */
    blocked: z.int(),
    /** In the existing list already. */
    already_there: z.int(),
    /** The new lists of a split, in order, by the value of the field; null: the others. Of equal parts none has a value. */
    parts: z.array(z.object({ value: z.string().nullable(), people: z.int() })),
  })
  .meta({ id: 'ListSetCount' });
export type SetCount = z.infer<typeof SetCount>;

/** New lists from the lists and tags that there are (docs/behaviour.md#lists-from-lists). */
export const listSetCalls = defineCalls({
  'POST /api/lists/from/check': {
    operationId: 'countListFromLists',
    access: 'user',
    summary: 'Count who would be in a new list from these, without making it.',
    body: z.object(wanted).superRefine(checkWanted).meta({ oneOf: FORMS }),
    timeLimitMs: 600_000,
    response: SetCount,
    refusals: {
      404: 'A list, the field, the tag or what a condition names is not there.',
      409: 'An import into one of the lists is being undone.',
    },
  },
  'POST /api/lists/from': {
    operationId: 'createListFromLists',
    access: 'subscriber',
    summary:
      'Make a new list, or the parts of one, of the people of other lists or of everybody with a tag, or add them to an existing one.',
    body: z
      .object({
        ...wanted,
        /** Of the new list; the parts of a split add a number or a value to it. */
        name: requiredName('List name', LIST_NAME_MAX).optional(),
        /** With their status; else they come in as pending. */
        keep_status: z.boolean('keep_status must be true or false').default(false),
      })
      .superRefine((body, context) => {
        checkWanted(body, context);
        if ((body.name === undefined) === (body.into === undefined))
          context.addIssue({ code: 'custom', path: ['name'], message: 'Name the new list.' });
      })
      .meta({ allOf: [{ oneOf: FORMS }, { oneOf: [{ required: ['name'] }, { required: ['into'] }] }] }),
    timeLimitMs: 600_000,
    status: 201,
    response: SetCount.extend({ lists: z.array(List) }),
    refusals: {
      404: 'A list, the field, the tag or what a condition names is not there.',
      409: 'An import runs or is being undone, or there is no room for another list.',
    },
  },
});
