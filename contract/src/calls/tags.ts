import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { checkedText, EmptyAnswer, Id, IdParams, NOT_BLANK, ONE_LINE } from '../fields.ts';
import { cleanTag, TAG_NAME_MAX, TAGS_MAX, tagError } from '../people/tags.ts';

/** A tag of a user's people (docs/behaviour.md#tags). */
export const Tag = z
  .object({
    id: Id,
    name: z.string(),
    /** How many people have it; null if that was not asked for. */
    people: z.int().nullable(),
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof Tag>;

/** The name of a tag as somebody types it. */
export const TagName = checkedText('Tag is required', (text) => tagError(cleanTag(text)), {
  minLength: 1,
  maxLength: TAG_NAME_MAX,
  pattern: NOT_BLANK,
  description: ONE_LINE,
}).transform(cleanTag);

/** A new tag's name, or another one's. */
const Body = z.object({ name: TagName });
const TagAnswer = z.object({ tag: Tag }).meta({ id: 'TagAnswer' });

export const tagCalls = defineCalls({
  'GET /api/tags': {
    operationId: 'listTags',
    access: 'user',
    summary: 'Your tags, by name.',
    query: z.object({ counted: z.literal('true', 'counted is true, or left out').optional() }),
    response: z.object({
      tags: z.array(Tag),
      /** False where there are more than PEOPLE_COUNTED people, so that each figure is the least. */
      is_counted_to_end: z.boolean(),
    }),
  },
  'POST /api/tags': {
    operationId: 'createTag',
    access: 'subscriber',
    summary: `Make a tag; ${TAGS_MAX} at most.`,
    body: Body,
    status: 201,
    response: TagAnswer,
    refusals: { 409: 'A tag has this name, there is no room for another one, or an import runs.' },
  },
  'PUT /api/tags/{id}': {
    operationId: 'updateTag',
    access: 'subscriber',
    summary: 'Rename a tag.',
    params: IdParams,
    body: Body,
    response: TagAnswer,
    refusals: { 409: 'Another tag has this name, or an import runs.' },
  },
  'DELETE /api/tags/{id}': {
    operationId: 'deleteTag',
    access: 'subscriber',
    summary: 'Delete a tag; people lose it.',
    params: IdParams,
    response: EmptyAnswer,
    refusals: { 409: 'A campaign leaves the people of the tag out, or an import runs.' },
  },
});
