import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import { pageSlice } from '../../http/paging.ts';
import { listPersonSources } from '../sources/queries.ts';
import { getKnown, listNotes } from './known-queries.ts';
import { getPersonMarks, listPersonCampaigns, listPersonLists } from './queries.ts';

/** A name of one user, and the present moment. */
interface PersonNow {
  user_id: number;
  name: string;
  now: Date;
}

/** The refusal of a name that the user has nowhere (docs/behaviour.md#a-person). */
export const noPerson = () => notFound('Nobody of this name here.');

/** All but the person's campaigns; `is_known`: whether that is anything. */
export async function getPerson(tx: Tx, { now, ...key }: PersonNow) {
  const places = await listPersonLists(tx, key);
  const marks = await getPersonMarks(tx, { ...key, now });
  const known = await getKnown(tx, key);
  const notes = await listNotes(tx, key);
  const sources = await listPersonSources(tx, key);
  const facts = places.list_count + known.fields.length + known.tags.length + notes.length + sources.length;
  const is_known = facts > 0 || marks.do_not_contact !== null || marks.last_messaged_at !== null;
  return { recipient: key.name, name: key.name, ...places, ...marks, ...known, sources, notes, is_known };
}

/**
 * 404 for somebody of whom nothing is known (docs/behaviour.md#a-person). For a change, call it under a lock that an
 * erasure takes too, or that might end meanwhile.
 */
export async function refuseNobody(tx: Tx, person: PersonNow): Promise<void> {
  if ((await getPerson(tx, person)).is_known) return;
  const { total } = await listPersonCampaigns(tx, { ...person, slice: pageSlice({ page: 1, limit: 1 }) });
  if (total === 0) throw noPerson();
}
