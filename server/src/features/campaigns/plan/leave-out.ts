import type { LeaveOut, LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import { LEAVES_OUT_ITSELF } from '@pigeonpost/contract/campaigns/leave-out';
import { type Reason, reasonWords } from '@pigeonpost/contract/reasons';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { badRequest, notFound } from '../../../errors.ts';
import { listNamedLists } from '../../lists/queries.ts';
import { listTags } from '../../tags/queries.ts';
import { findText } from './plan-queries.ts';

interface Wanted {
  user_id: number;
  /** The campaign's own list. */
  list_id: number | null;
  leave_out: LeaveOutInput;
}

/**
 * Whom a campaign leaves out, checked and as JSON; null: nobody. 404 for a list or a tag that
 * is not the user's, 400 for the campaign's own list (docs/behaviour.md#leaving-people-out). With the user lock none of
 * them can be deleted meanwhile.
 */
export async function readLeaveOut(tx: Tx, { user_id, list_id, leave_out }: Wanted): Promise<string | null> {
  const checked = await checkLeaveOut(tx, { user_id, list_id, leave_out });
  return checked && JSON.stringify(checked);
}

/** The same as it is judged. */
export async function checkLeaveOut(tx: Tx, { user_id, list_id, leave_out }: Wanted): Promise<LeaveOutInput> {
  if (leave_out === null) return null;
  const lists = [...new Set(leave_out.lists)];
  const tags = [...new Set(leave_out.tags)];
  const { replied_days } = leave_out;
  if (lists.length === 0 && tags.length === 0 && replied_days === null) return null;
  if (list_id !== null && lists.includes(list_id))
    throw badRequest(LEAVES_OUT_ITSELF, { fields: { leave_out: LEAVES_OUT_ITSELF } });
  const named = await nameLeaveOut(tx, { user_id, leave_out: { lists, tags, replied_days } });
  if ((named?.lists.length ?? 0) < lists.length) throw notFound('List not found');
  if ((named?.tags.length ?? 0) < tags.length) throw notFound('Tag not found');
  return { lists, tags, replied_days };
}

/** Whom a campaign leaves out, without the lists and tags that were deleted since; null: nobody. */
export async function findKeptLeaveOut(tx: Tx, key: CampaignKey): Promise<LeaveOutInput> {
  const { leave_out } = await findText(tx, key);
  const named = await nameLeaveOut(tx, { user_id: key.user_id, leave_out });
  if (!named) return null;
  const { lists, tags, replied_days } = named;
  return { lists: lists.map(({ id }) => id), tags: tags.map(({ id }) => id), replied_days };
}

/** The reason with these words of people who are left out; undefined: nobody has it. */
export async function findLeftOutReason(
  tx: Tx,
  { user_id, leave_out, words }: { user_id: number; leave_out: LeaveOutInput; words: string },
): Promise<Reason | undefined> {
  const named = await nameLeaveOut(tx, { user_id, leave_out });
  if (!named) return undefined;
  const { lists, tags, replied_days } = named;
  const reasons: Reason[] = [
    ...lists.map(({ name }) => ({ kind: 'left_out' as const, list: name })),
    ...tags.map(({ name }) => ({ kind: 'left_out' as const, tag: name })),
    ...(replied_days === null ? [] : [{ kind: 'left_out' as const, replied_days }]),
  ];
  return reasons.find((reason) => reasonWords(reason) === words);
}

/** What is stored, with the names of the lists and tags that still exist, in the order in which they were given. */
export async function nameLeaveOut(
  tx: Tx,
  { user_id, leave_out }: { user_id: number; leave_out: LeaveOutInput },
): Promise<LeaveOut | null> {
  if (leave_out === null) return null;
  const { lists, tags, replied_days } = leave_out;
  return {
    lists: lists.length > 0 ? pick(await listNamedLists(tx, { user_id, ids: lists }), lists) : [],
    tags: tags.length > 0 ? pick(await listTags(tx, user_id), tags) : [],
    replied_days,
  };
}

function pick(known: { id: number; name: string }[], ids: number[]) {
  return ids.flatMap((id) => known.find((one) => one.id === id) ?? []);
}
