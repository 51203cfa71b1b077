import type { BulkChange, BulkChanged } from '@pigeonpost/contract/calls/recipient-changes';
import { isTagAction, VALUE_ACTION } from '@pigeonpost/contract/recipients';
import type * as z from 'zod';
import type { EngineContext } from '../../../engine/context.ts';
import { checkConditions } from '../../views/check-conditions.ts';
import { changeByIds, changeMatching } from './bulk-change.ts';
import { tagByIds, tagMatching } from './bulk-tag.ts';
import { setValueByIds, setValueOfMatching } from './bulk-value.ts';

type Wanted = z.output<typeof BulkChange> & { user_id: number; list_id: number; search: string };

/**
 * Changes recipients of a list by their ids, or a batch of those who match (docs/behaviour.md#bulk-changes). `note` is what
 * the audit log says of it. 404 for a list, a tag, a field or what a condition asks for that the user does not have.
 */
export async function changeMany(
  context: EngineContext,
  { user_id, list_id, action, ids, status, search, where, ...wanted }: Wanted,
): Promise<{ done: z.output<typeof BulkChanged>; note: Record<string, unknown> }> {
  const { tx, deps } = context;
  const { tag_id = 0, field_id = 0, value = '' } = wanted;
  const conditions = where ?? [];
  await checkConditions(tx, { user_id, conditions });
  const key = { user_id, list_id };
  const now = deps.clock.now();
  const after_id = (where ? wanted.continue_after : wanted.after_id) ?? 0;
  const matching = { ...key, status, search, conditions, after_id, now };
  const which = ids ? {} : { status, search, where };
  if (isTagAction(action)) {
    const { tag, ...done } = ids
      ? await tagByIds(tx, { ...key, action, tag_id, ids })
      : await tagMatching(tx, { ...matching, action, tag_id });
    return { done, note: { [action]: done.changed, name: tag, ...which } };
  }
  if (action === VALUE_ACTION) {
    const { field, ...done } = ids
      ? await setValueByIds(tx, { ...key, field_id, value, ids })
      : await setValueOfMatching(tx, { ...matching, field_id, value });
    return { done, note: { [action]: done.changed, name: field, ...which } };
  }
  const done = ids
    ? await changeByIds(context, { ...key, action, ids, now })
    : await changeMatching(context, { ...matching, action });
  return { done, note: { [action]: done.changed, ...which } };
}
