import type { Tag, tagCalls } from '@pigeonpost/contract/calls/tags';
import { TAGS_MAX } from '@pigeonpost/contract/people/tags';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { refuseIfLeftOut } from '../../engine/in-use.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { countTags } from '../fields/count-queries.ts';
import { lockFields } from '../fields/lock-fields.ts';
import { findTagId, insertTag, listTags, markTagDeleted, type NamedTag, renameTag } from './queries.ts';

const noTag = () => notFound('Tag not found');
const FULL = `You have ${TAGS_MAX} tags, the most there can be. Remove one first.`;

/** The words that a user puts on people (docs/behaviour.md#tags). */
export function tagRoutes({ clock }: Deps): Routes<typeof tagCalls> {
  return {
    'GET /api/tags': async ({ tx, caller, query: { counted } }) => {
      const user_id = caller.user.id;
      const tags = await listTags(tx, user_id);
      if (!counted) return { tags: tags.map(uncounted), is_counted_to_end: true };
      const { of, is_counted_to_end } = await countTags(tx, { user_id, list_id: undefined });
      return { tags: tags.map((tag) => ({ ...tag, people: of.get(tag.id) ?? 0 })), is_counted_to_end };
    },

    'POST /api/tags': async ({ tx, caller, body: { name } }) => {
      const user_id = caller.user.id;
      await lockFields(tx, user_id);
      await refuseTaken(tx, { user_id, name });
      if ((await listTags(tx, user_id)).length >= TAGS_MAX) throw conflict(FULL);
      return { tag: uncounted(await insertTag(tx, { user_id, name, created_at: clock.now() })) };
    },

    'PUT /api/tags/{id}': async ({ tx, caller, params: { id }, body: { name } }) => {
      const user_id = caller.user.id;
      await lockFields(tx, user_id);
      await refuseTaken(tx, { user_id, name, id });
      const tag = await renameTag(tx, { user_id, id }, name);
      if (!tag) throw noTag();
      return { tag: uncounted(tag) };
    },

    'DELETE /api/tags/{id}': async ({ tx, caller, params: { id } }) => {
      const user_id = caller.user.id;
      await lockFields(tx, user_id);
      await refuseIfLeftOut(tx, { user_id, tag_id: id });
      if (!(await markTagDeleted(tx, { user_id, id }, clock.now()))) throw noTag();
      return {};
    },
  };
}

const uncounted = (tag: NamedTag): Tag => ({ ...tag, people: null });

/** 409 where another tag than `id` has the name in any case. */
async function refuseTaken(
  tx: Tx,
  { user_id, name, id }: { user_id: number; name: string; id?: number },
): Promise<void> {
  const other = await findTagId(tx, { user_id, name });
  if (other === undefined || other === id) return;
  const error = `You have a tag ${name} already.`;
  throw conflict(error, { fields: { name: error } });
}
