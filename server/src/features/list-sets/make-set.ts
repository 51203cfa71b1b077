import type { SetCount } from '@pigeonpost/contract/calls/list-sets';
import type { List } from '@pigeonpost/contract/calls/lists';
import { LIST_NAME_MAX } from '@pigeonpost/contract/lists';
import {
  NOBODY_IN_SET,
  NOBODY_TAGGED,
  NOBODY_TO_ADD,
  OTHERS,
  TOO_FEW_FOR_PARTS,
} from '@pigeonpost/contract/people/list-sets';
import { IMPORT_BEING_UNDONE, IMPORT_RUNS, type RecipientStatus } from '@pigeonpost/contract/recipients';
import { countCharacters, cutCharacters } from '@pigeonpost/contract/text/characters';
import { lockList, lockUser, tryLockImport, tryLockPlan } from '../../database/locks.ts';
import { allowLongStatements } from '../../database/timeouts.ts';
import type { Tx } from '../../database/transaction.ts';
import { badRequest, conflict, notFound, tooMany } from '../../errors.ts';
import { listFields } from '../fields/queries.ts';
import { insertImport, isBeingUndone } from '../imports/queries.ts';
import { findList, insertList, listNamedLists, moveCounts } from '../lists/queries.ts';
import { analyzeAdded } from '../recipients/import/import-queries.ts';
import { drawPosition } from '../recipients/queries.ts';
import { holdTag } from '../tags/queries.ts';
import { checkConditions } from '../views/check-conditions.ts';
import {
  type Counted,
  countParts,
  countSet,
  countValues,
  divideKept,
  insertPart,
  keepJudged,
  type SetSource,
} from './set-queries.ts';

const STATEMENT_MS = 10 * 60_000;
const COUNT_MS = 2 * 60_000;
/** People who are added before progress is told. */
const AT_ONCE = 200_000;

type Wanted = SetSource & { parts?: number | undefined };

interface MadeOf extends Wanted {
  name?: string | undefined;
  keep_status: boolean;
  /** Told while a long list is made. */
  onProgress: (progress: { added: number; people: number }) => void;
}

/** Who would be in a set (docs/behaviour.md#lists-from-lists). A user has one count at a time, on whatever server. */
export async function checkSet(tx: Tx, wanted: Wanted): Promise<SetCount> {
  if (!(await tryLockPlan(tx, wanted.user_id)))
    throw tooMany('Another count of your people is under way. Try again.', 1);
  await allowLongStatements(tx, COUNT_MS);
  await checkSources(tx, wanted);
  const counted = await countSet(tx, wanted);
  return { ...counted, parts: await partsOf(tx, wanted, counted) };
}

/**
 * Makes the lists of a set, or adds its people to a list. 404 for a list, a field or a tag that is not the user's, 409 while an
 * import or another set of the user runs, 400 where nobody would be in it.
 */
export async function makeSet(tx: Tx, wanted: MadeOf): Promise<SetCount & { lists: List[] }> {
  const { user_id, into } = wanted;
  if (!(await tryLockImport(tx, user_id))) throw conflict(IMPORT_RUNS);
  await allowLongStatements(tx, STATEMENT_MS);
  await checkSources(tx, wanted);
  if (into !== undefined) await lockList(tx, into);
  const counted = await keepJudged(tx, wanted);
  if (counted.people === 0) throw badRequest(nobodyError(wanted, counted));
  const values =
    wanted.field_id === undefined ? [] : (await countValues(tx, 'kept')).map(({ value }) => value);
  await divideKept(tx, { parts: wanted.parts, values });
  const divided = await countParts(tx);
  if (wanted.parts !== undefined && divided.length < wanted.parts) throw badRequest(TOO_FEW_FOR_PARTS);
  const parts = divided.map(({ part, people }) => ({ value: values[part - 1] ?? null, people, part }));
  const lists = await addParts(tx, { ...wanted, made: parts, people: counted.people });
  const isSplit = wanted.kind === 'split';
  return { ...counted, parts: isSplit ? parts.map(({ value, people }) => ({ value, people })) : [], lists };
}

function nobodyError({ kind, into }: Wanted, { blocked }: Counted): string {
  if (kind === 'tagged' && blocked === 0) return NOBODY_TAGGED;
  return into === undefined ? NOBODY_IN_SET : NOBODY_TO_ADD;
}

async function checkSources(tx: Tx, wanted: Wanted): Promise<void> {
  const { user_id, list_ids, into, field_id, tag_id, conditions } = wanted;
  const ids = [...new Set([...list_ids, ...(into === undefined ? [] : [into])])];
  if ((await listNamedLists(tx, { user_id, ids })).length < ids.length) throw notFound('List not found');
  if (field_id !== undefined && !(await listFields(tx, user_id)).some(({ id }) => id === field_id))
    throw notFound('Field not found');
  if (tag_id !== undefined && !(await holdTag(tx, { user_id, id: tag_id }))) throw notFound('Tag not found');
  await checkConditions(tx, { user_id, conditions });
  // Who is about to go would count as somebody who is there.
  if (into !== undefined && (await isBeingUndone(tx, { user_id, list_id: into })))
    throw conflict(IMPORT_BEING_UNDONE);
}

async function partsOf(tx: Tx, wanted: Wanted, { people }: Counted): Promise<SetCount['parts']> {
  if (wanted.field_id !== undefined) return countValues(tx, wanted);
  const { parts = 0 } = wanted;
  return Array.from({ length: parts }, (_, nth) => ({
    value: null,
    people: Math.floor(people / parts) + (nth < people % parts ? 1 : 0),
  }));
}

interface Part {
  part: number;
  value: string | null;
  people: number;
}

/** Puts everybody in, and then counts them, under the user's lock. */
async function addParts(tx: Tx, set: MadeOf & { made: Part[]; people: number }): Promise<List[]> {
  const { user_id, into, now, made: parts, people, keep_status, onProgress } = set;
  const lists: { id: number; added: Partial<Record<RecipientStatus, number>>; position: number }[] = [];
  let done = 0;
  for (const one of parts) {
    const id =
      into ??
      (await insertList(tx, { user_id, name: nameOf(set, one), description: '', created_at: now })).id;
    if (into === undefined) await lockList(tx, id);
    const position = await drawPosition(tx);
    const added: Partial<Record<RecipientStatus, number>> = {};
    for (let after = 0; after < one.people; after += AT_ONCE) {
      const { part } = one;
      const batch = { user_id, list_id: id, part, position, keep_status, after, limit: AT_ONCE, now };
      for (const { status, people: count } of await insertPart(tx, batch)) {
        added[status] = (added[status] ?? 0) + count;
        done += count;
      }
      if (people > AT_ONCE) onProgress({ added: done, people });
    }
    lists.push({ id, added, position });
  }
  await analyzeAdded(tx, people);
  // Taken as late as possible: while the user's lock is held, Pause has to wait.
  await lockUser(tx, user_id);
  const made: List[] = [];
  for (const { id, added, position } of lists) {
    if (!(await moveCounts(tx, { user_id, id }, added))) throw notFound('List not found');
    if (into !== undefined && !keep_status)
      await insertImport(tx, { user_id, list_id: id, position, added: people, source_id: null, now });
    const list = await findList(tx, { user_id, id });
    if (list) made.push(list);
  }
  return made;
}

/** 'Newsletter 2', or 'Newsletter: Oslo'. The name of the new list is cut where both together are too long. */
function nameOf({ kind, name = '', field_id }: MadeOf, { part, value }: Part): string {
  if (kind !== 'split') return name;
  const suffix =
    field_id === undefined ? ` ${part}` : `: ${cutCharacters(value ?? OTHERS, LIST_NAME_MAX / 2)}`;
  return `${cutCharacters(name, LIST_NAME_MAX - countCharacters(suffix))}${suffix}`;
}
