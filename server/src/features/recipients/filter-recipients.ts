import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import { lockFilter } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { HeldIds } from './held-ids.ts';
import { listMeeting, type Search, searchRecipients, showRecipients } from './page-queries.ts';
import { findVersion } from './version-queries.ts';

/** Up to so many are looked up one by one; for more the whole list is read. */
const LOOKED_UP = 5_000;

type Found = { recipients: Recipient[]; total: number };

/**
 * One page of those who meet conditions, and how many they are (docs/behaviour.md#conditions). The first time is a pass
 * over the list; then the ids of those who meet what changes rarely are held, until it does change. All else, such as a
 * status, is asked anew.
 */
export async function filterRecipients(tx: Tx, held: HeldIds, search: Search): Promise<Found> {
  const { conditions, sort_by } = search;
  const lasting = conditions.filter(isLasting);
  if (lasting.length === 0) return readList(tx, search);
  const isAll = lasting.length === conditions.length && search.search === '' && search.status === undefined;
  const ids = await findMeeting(tx, held, { ...search, lasting, order: 'id' });
  if (isAll && sort_by.startsWith('added')) return showPage(tx, search, ids);
  if (ids.length <= LOOKED_UP) {
    const others = conditions.filter((condition) => !isLasting(condition));
    return searchRecipients(tx, { ...search, conditions: others, ids: [...ids] });
  }
  if (!isAll || sort_by.startsWith('status')) return readList(tx, search);
  return showPage(tx, search, await findMeeting(tx, held, { ...search, lasting, order: 'recipient' }));
}

/** What changes with the people and lists whose versions are known, but not with sending. */
const isLasting = ({ kind }: Condition) => kind === 'field' || kind === 'tag' || kind === 'list';

async function readList(tx: Tx, search: Search): Promise<Found> {
  await lockFilter(tx, search.user_id);
  return searchRecipients(tx, search);
}

type Meeting = Search & { lasting: Condition[]; order: 'id' | 'recipient' };

/** The ids of those who meet the lasting conditions, in order. */
async function findMeeting(tx: Tx, held: HeldIds, meeting: Meeting): Promise<Float64Array> {
  const { user_id, list_id, lasting, order, now } = meeting;
  const key = JSON.stringify([user_id, list_id, order, lasting]);
  const list_ids = [list_id, ...lasting.flatMap((one) => (one.kind === 'list' ? [one.id] : []))];
  const found = held.find(key, await findVersion(tx, { user_id, list_ids }));
  if (found) return found;
  await lockFilter(tx, user_id);
  // Read before the pass, so that a change in between is found out by the next call.
  const version = await findVersion(tx, { user_id, list_ids });
  const foundMeanwhile = held.find(key, version);
  if (foundMeanwhile) return foundMeanwhile;
  const ids = await listMeeting(tx, { user_id, list_id, conditions: lasting, order, now });
  held.hold(key, { version, ids });
  return ids;
}

async function showPage(tx: Tx, search: Search, ids: Float64Array): Promise<Found> {
  const { user_id, sort_by, offset, limit } = search;
  const page = sort_by.endsWith('_asc')
    ? ids.subarray(offset, offset + limit)
    : ids.subarray(Math.max(0, ids.length - offset - limit), Math.max(0, ids.length - offset)).toReversed();
  return { recipients: await showRecipients(tx, user_id, [...page]), total: ids.length };
}
