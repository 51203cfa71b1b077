import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { checkedText, EmptyAnswer, Id, IdParams } from '../fields.ts';
import { cleanTag, TAGS_MAX, tagError } from '../tags.ts';

/** A tag of a user's people (docs/behaviour.md#tags). */
export const Tag = z.object({
  id: Id,
  name: z.string(),
  /** How many people have it; null if that was not asked for. */
  people: z.int().nullable(),
});
export type Tag = z.infer<typeof Tag>;

/** A new tag's name, or another one's. */
const Body = z.object({
  name: checkedText('Tag is required', (text) => tagError(cleanTag(text))).transform(cleanTag),
});
const TagAnswer = z.object({ tag: Tag });

export const tagCalls = defineCalls({
  'GET /api/tags': {
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
    access: 'subscriber',
    summary: `Make a tag; ${TAGS_MAX} at most.`,
    body: Body,
    status: 201,
    response: TagAnswer,
  },
  'PUT /api/tags/{id}': {
    access: 'subscriber',
    summary: 'Rename a tag.',
    params: IdParams,
    body: Body,
    response: TagAnswer,
  },
  'DELETE /api/tags/{id}': {
    access: 'subscriber',
    summary: 'Delete a tag; people lose it.',
    params: IdParams,
    response: EmptyAnswer,
  },
});
