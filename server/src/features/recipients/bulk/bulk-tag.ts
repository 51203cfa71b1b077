import type { TagAction } from '@pigeonpost/contract/recipients';
import type { Tx } from '../../../database/transaction.ts';
import { notFound } from '../../../errors.ts';
import { lockFields } from '../../fields/lock-fields.ts';
import { findList } from '../../lists/queries.ts';
import { holdTag } from '../../tags/queries.ts';
import { BULK_BATCH } from './bulk-change.ts';
import { type Found, findMatching, type Matching } from './bulk-change-queries.ts';
import { insertNames, listNamed, listUntagged, tagNames, untagNames } from './bulk-tag-queries.ts';

/** What is done with a tag, to recipients of one list. */
interface Tagging {
  user_id: number;
  list_id: number;
  action: TagAction;
  tag_id: number;
}

/** Tags the next batch of those that match, or takes the tag off. */
export async function tagMatching(tx: Tx, { action, tag_id, ...matching }: Tagging & Matching) {
  const { user_id, list_id } = matching;
  const { tag, changed, full, last_id } = await tagFound(tx, { user_id, list_id, action, tag_id }, () =>
    findMatching(tx, { ...matching, limit: BULK_BATCH }),
  );
  return { tag, changed: changed.length, full: full.length, busy: 0, last_id };
}

/** Tags those of a list with these ids, or takes the tag off; others are passed over. Whose tags changed is named. */
export async function tagByIds(tx: Tx, wanted: Tagging & { ids: number[] }) {
  const { tag, changed, full, last_id } = await tagFound(tx, wanted, async () => ({
    ids: wanted.ids,
    last_id: null,
  }));
  const counts = { changed: changed.length, full: full.length, busy: 0 };
  return { tag, ...counts, changed_ids: changed, full_ids: full, busy_ids: [], last_id };
}

/**
 * A person is tagged whatever a campaign does with them meanwhile, and has at most PERSON_TAGS_MAX tags
 * (docs/behaviour.md#tags). 404 for a list or tag that the user does not have, 409 while an import runs.
 */
async function tagFound(tx: Tx, { user_id, list_id, action, tag_id }: Tagging, find: () => Promise<Found>) {
  if (!(await findList(tx, { user_id, id: list_id }))) throw notFound('List not found');
  // An import changes many people in an order of its own: neither would get on.
  await lockFields(tx, user_id);
  const tag = await holdTag(tx, { user_id, id: tag_id });
  if (!tag) throw notFound('Tag not found');
  const { ids, last_id } = await find();
  const named = await listNamed(tx, { user_id, list_id, ids });
  const tagging = { user_id, tag_id, names: named.map(({ recipient }) => recipient) };
  if (action === 'tag') await insertNames(tx, tagging);
  const changed = new Set(await (action === 'tag' ? tagNames : untagNames)(tx, tagging));
  const full = new Set(action === 'tag' ? await listUntagged(tx, tagging) : []);
  const idsOf = (names: Set<string>) =>
    named.filter(({ recipient }) => names.has(recipient)).map(({ id }) => id);
  return { tag: tag.name, last_id, changed: idsOf(changed), full: idsOf(full) };
}
