import type { BulkReport } from '@pigeonpost/contract/calls/recipients';
import type { StatedSource } from '@pigeonpost/contract/people/sources';
import { IMPORT_BEING_UNDONE, IMPORT_RUNS, NO_RECIPIENT } from '@pigeonpost/contract/recipients';
import { lockList, lockUser, tryLockImport } from '../../../database/locks.ts';
import { getNameRules } from '../../../database/sql/name-rules.ts';
import { allowLongStatements } from '../../../database/timeouts.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { badRequest, conflict, notFound } from '../../../errors.ts';
import { findErased } from '../../erasures/erased-names.ts';
import { insertImport, isBeingUndone } from '../../imports/queries.ts';
import { insertReplaced } from '../../imports/replaced-queries.ts';
import { findList, moveCounts } from '../../lists/queries.ts';
import { addSourceOfNames } from '../../sources/queries.ts';
import { stateSource } from '../../sources/state-source.ts';
import { drawPosition } from '../queries.ts';
import type { ImportedLines } from './import-body.ts';
import { againAfterConflict } from './import-people-queries.ts';
import {
  analyzeAdded,
  copyNames,
  countAlreadyThere,
  findBlocked,
  insertNames,
  isEmpty,
} from './import-queries.ts';
import type { ImportRules, LineReport } from './import-reader.ts';

const IMPORT_STATEMENT_MS = 10 * 60_000;

interface Import {
  user_id: number;
  list_id: number;
  source?: StatedSource | undefined;
  signal?: AbortSignal;
}

type NamesImport = Import & { lines: ImportedLines<ImportRules>; secrets: Deps['secrets'] };

/**
 * Puts up to a million names into a list, all of them or none (docs/behaviour.md#imports). 404 when the list is
 * gone, or is deleted meanwhile; 409 while another import of the user runs, on whatever server.
 */
export async function importRecipients(tx: Tx, work: NamesImport & { now: Date }): Promise<BulkReport> {
  await beginImport(tx, work);
  const source_id = await stateSource(tx, work);
  const { valid, erased, ...report } = await copyValidNames(tx, work);
  const blocked = await findBlocked(tx, work);
  const { added, position } = await addCopied(tx, { ...work, blocked: blocked.length });
  if (source_id !== null)
    await againAfterConflict(tx, () => addSourceOfNames(tx, { user_id: work.user_id, source_id }));
  await countAdded(tx, { ...work, added, position, source_id });
  return { ...report, added, already_there: valid - blocked.length - added, ...blockedOf(blocked, erased) };
}

/** Takes the locks of an import; refused as `importRecipients` is. */
export async function beginImport(tx: Tx, work: Import): Promise<void> {
  if (!(await tryLockImport(tx, work.user_id))) throw conflict(IMPORT_RUNS);
  await allowLongStatements(tx, IMPORT_STATEMENT_MS);
  await checkList(tx, work);
  // The list's lock spans the whole import, so that a first start can say that names are being imported.
  await lockList(tx, work.list_id);
}

/** Puts the copied names into the list, except `blocked` of them, and says where they begin in line. */
export async function addCopied(
  tx: Tx,
  { user_id, list_id, now, blocked }: Import & { now: Date; blocked: number },
): Promise<{ added: number; position: number }> {
  const position = await drawPosition(tx);
  const all = blocked === 0 && (await isEmpty(tx, { user_id, list_id }));
  const added = await insertNames(tx, { user_id, list_id, position, now, all });
  await analyzeAdded(tx, added);
  return { added, position };
}

/**
 * Counts those who were added, and gives the id by which the import is undone; null if it added nobody and replaced no
 * value.
 */
export async function countAdded(
  tx: Tx,
  { user_id, list_id, source_id = null, replaced = 0, ...made }: Import & Added,
): Promise<number | null> {
  const { added, position, now } = made;
  const kept = { user_id, list_id, position, added, replaced, source_id, now };
  const id = added + replaced > 0 ? await insertImport(tx, kept) : null;
  if (id !== null && replaced > 0) await insertReplaced(tx, { user_id, id });
  // Taken as late as possible: while the user's lock is held, Pause has to wait.
  await lockUser(tx, user_id);
  if (!(await moveCounts(tx, { user_id, id: list_id }, { pending: added }))) throw noList();
  return id;
}

interface Added {
  added: number;
  position: number;
  source_id?: number | null;
  /** People of whom it replaced values, which are in `import_replaced`. */
  replaced?: number;
  now: Date;
}

/** What `importRecipients` would answer; nothing is written. */
export async function checkImport(tx: Tx, work: NamesImport): Promise<BulkReport> {
  const { user_id, list_id } = work;
  await allowLongStatements(tx, IMPORT_STATEMENT_MS);
  await checkList(tx, work);
  const { valid, erased, ...report } = await copyValidNames(tx, work);
  const blocked = await findBlocked(tx, work);
  const already_there = await countAlreadyThere(tx, { user_id, list_id });
  const added = valid - blocked.length - already_there;
  return { ...report, added, already_there, ...blockedOf(blocked, erased) };
}

/** What the report says of the lines that are on do-not-contact, and of those whose people were erased. */
export function blockedOf(
  blocked: readonly number[],
  erased: readonly number[],
): Pick<BulkReport, 'blocked' | 'blocked_lines'> {
  const blocked_lines = [...blocked, ...erased].sort((one, other) => one - other);
  return blocked_lines.length === 0 ? { blocked: 0 } : { blocked: blocked_lines.length, blocked_lines };
}

async function checkList(tx: Tx, { user_id, list_id }: Import): Promise<void> {
  if (!(await findList(tx, { user_id, id: list_id }))) throw noList();
  // Who is about to go would count as somebody who is there.
  if (await isBeingUndone(tx, { user_id, list_id })) throw conflict(IMPORT_BEING_UNDONE);
}

async function copyValidNames(tx: Tx, { user_id, lines, secrets, signal }: NamesImport): Promise<LineReport> {
  const report = await lines.check({
    rules: await getNameRules(tx, user_id),
    erased: await findErased(tx, secrets, user_id),
  });
  if (report.valid + report.erased.length + report.invalid === 0) throw badRequest(NO_RECIPIENT);
  await copyNames(tx, readRows());
  signal?.throwIfAborted();
  return report;

  async function* readRows(): AsyncGenerator<Uint8Array> {
    while (!signal?.aborted) {
      const rows = await lines.readRows();
      if (!rows) return;
      yield rows;
    }
  }
}

const noList = () => notFound('List not found');
