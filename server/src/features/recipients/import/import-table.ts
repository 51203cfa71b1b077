import type { ImportReport } from '@pigeonpost/contract/calls/recipients';
import { NO_RECIPIENT } from '@pigeonpost/contract/recipients';
import { lockNotes } from '../../../database/locks.ts';
import { getNameRules } from '../../../database/sql/name-rules.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { badRequest } from '../../../errors.ts';
import { findErased } from '../../erasures/erased-names.ts';
import { stateSource } from '../../sources/state-source.ts';
import { addCopied, beginImport, blockedOf, countAdded } from './bulk-import.ts';
import type { ImportedLines, TableBody } from './import-body.ts';
import { getFieldIds, getTagIds } from './import-fields.ts';
import { writePeople } from './import-people.ts';
import { copyPeople, copyRepeats, insertNotes } from './import-people-queries.ts';
import { dropBlocked, findBlocked } from './import-queries.ts';

interface TableImport extends TableBody {
  secrets: Deps['secrets'];
  user_id: number;
  /** Whose notes they are. */
  author_name: string;
  now: Date;
}

/**
 * Puts up to a million people into a list with what is known of them, all of them or none, refused as
 * `importRecipients` is (docs/behaviour.md#imports-with-columns). 404 for a field that is not the user's.
 */
export async function importTable(tx: Tx, work: TableImport): Promise<ImportReport> {
  const { user_id, columns, lines } = work;
  await beginImport(tx, work);
  const fields = await getFieldIds(tx, work);
  const { tags, tagIds } = await getTagIds(tx, work);
  const { valid, erased, ...judged } = await lines.check({
    rules: await getNameRules(tx, user_id),
    erased: await findErased(tx, work.secrets, user_id),
    ids: { fields, tags, tagIds },
  });
  if (valid + erased.length + judged.invalid === 0) throw badRequest(NO_RECIPIENT);
  await copyPeople(
    tx,
    batchesOf(() => lines.readRows()),
  );
  const blocked = await findBlocked(tx, { user_id });
  if (blocked.length > 0) await dropBlocked(tx, { user_id });
  const source_id = await stateSource(tx, work);
  const { added, position } = await addCopied(tx, { ...work, blocked: 0 });
  const already_there = valid - blocked.length - added;
  const report = { ...judged, added, already_there, ...blockedOf(blocked, erased) };
  const changes = { updated: 0, differing: 0, replaced: 0 };
  // Names alone touch nothing of what is known.
  if (columns.length + tags.length > 0 || source_id !== null) {
    if (judged.duplicates > 0)
      await copyRepeats(
        tx,
        batchesOf(() => lines.readRepeats()),
      );
    Object.assign(changes, await writePeople(tx, { ...work, position, already_there, source_id }));
    if (columns.some((column) => 'note' in column)) {
      await lockNotes(tx, user_id);
      await insertNotes(tx, work);
    }
  }
  const counted = { added, replaced: changes.replaced };
  return {
    ...report,
    ...changes,
    import_id: await countAdded(tx, { ...work, ...counted, position, source_id }),
  };
}

/** The next batch is read while the database takes the one before. */
async function* batchesOf(
  read: () => ReturnType<ImportedLines<unknown>['readRows']>,
): AsyncGenerator<Uint8Array> {
  let next = read();
  for (;;) {
    const rows = await next;
    if (!rows) return;
    next = read();
    // If the database refuses these rows, nobody awaits it.
    next.catch(() => {});
    yield rows;
  }
}
