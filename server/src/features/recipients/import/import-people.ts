import type { Tx } from '../../../database/transaction.ts';
import type { Fill } from '../../fields/merge-queries.ts';
import {
  againAfterConflict,
  changeKnown,
  countDiffering,
  findChanges,
  hasPeople,
  insertPeople,
  noteKnown,
} from './import-people-queries.ts';

interface PeopleOfImport {
  user_id: number;
  list_id: number;
  position: number;
  fill: Fill;
  /** How many names were in the list already. */
  already_there: number;
  /** What it states of where they all are from; null: nothing. */
  source_id: number | null;
}

/**
 * Writes what an import knows of the copied people (docs/behaviour.md#imports-with-columns): fills the gaps of those who
 * are known, or replaces what they have, and adds the others. Only what changes is written.
 */
export async function writePeople(
  tx: Tx,
  { already_there, fill, ...list }: PeopleOfImport,
): Promise<{ updated: number; differing: number; replaced: number }> {
  return againAfterConflict(tx, async () => {
    const isAnybodyKnown = (await hasPeople(tx, list)) && (await noteKnown(tx, list)) > 0;
    if (isAnybodyKnown) await findChanges(tx, { ...list, fill });
    const differing = isAnybodyKnown ? await countDiffering(tx) : 0;
    const { filled, replaced } = isAnybodyKnown
      ? await changeKnown(tx, { ...list, fill })
      : { filled: 0, replaced: 0 };
    const made = await insertPeople(tx, {
      ...list,
      areAllNew: !isAnybodyKnown,
      areAllAdded: already_there === 0,
    });
    return { updated: filled + made, differing, replaced };
  });
}
