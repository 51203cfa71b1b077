import type { BulkReport } from '@pigeonpost/contract/calls/recipients';
import { IMPORT_BEING_UNDONE, IMPORT_RUNS, NO_RECIPIENT } from '@pigeonpost/contract/recipients';
import { lockList, lockUser, tryLockImport } from '../../database/locks.ts';
import { allowLongStatements } from '../../database/timeouts.ts';
import type { Tx } from '../../database/transaction.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import { insertImport, isBeingUndone } from '../imports/queries.ts';
import { findList, moveCounts } from '../lists/queries.ts';
import { getNameKind } from '../settings/queries.ts';
import type { ImportNames } from './import-body.ts';
import { copyNames, countAlreadyThere, findBlocked, insertNames, isEmpty } from './import-queries.ts';
import type { LineReport } from './import-reader.ts';
import { drawPosition } from './queries.ts';

const IMPORT_STATEMENT_MS = 10 * 60_000;

interface Import {
  user_id: number;
  list_id: number;
  names: ImportNames;
  signal?: AbortSignal;
}

/**
 * Puts up to a million names into a list, all of them or none (docs/behaviour.md#imports). 404 when the list is
 * gone, or is deleted meanwhile; 409 while another import of the user runs, on whatever server.
 */
export async function importRecipients(tx: Tx, work: Import & { now: Date }): Promise<BulkReport> {
  const { user_id, list_id, now } = work;
  if (!(await tryLockImport(tx, user_id))) throw conflict(IMPORT_RUNS);
  await allowLongStatements(tx, IMPORT_STATEMENT_MS);
  await checkList(tx, work);
  // The list's lock spans the whole import, so that a first start can say that names are being imported.
  await lockList(tx, list_id);
  const { valid, ...lines } = await copyValidNames(tx, work);
  const { blocked, ...onDoNotContact } = blockedOf(await findBlocked(tx, { user_id }));
  const position = await drawPosition(tx);
  const all = blocked === 0 && (await isEmpty(tx, { user_id, list_id }));
  const added = await insertNames(tx, { user_id, list_id, position, now, all });
  // Taken as late as possible: while the user's lock is held, Pause has to wait.
  await lockUser(tx, user_id);
  if (!(await moveCounts(tx, { user_id, id: list_id }, { pending: added }))) throw noList();
  if (added > 0) await insertImport(tx, { user_id, list_id, position, added, now });
  return { ...lines, added, blocked, already_there: valid - blocked - added, ...onDoNotContact };
}

/** What `importRecipients` would answer; nothing is written. */
export async function checkImport(tx: Tx, work: Import): Promise<BulkReport> {
  const { user_id, list_id } = work;
  await allowLongStatements(tx, IMPORT_STATEMENT_MS);
  await checkList(tx, work);
  const { valid, ...lines } = await copyValidNames(tx, work);
  const { blocked, ...onDoNotContact } = blockedOf(await findBlocked(tx, { user_id }));
  const already_there = await countAlreadyThere(tx, { user_id, list_id });
  return { ...lines, added: valid - blocked - already_there, blocked, already_there, ...onDoNotContact };
}

function blockedOf(blocked_lines: number[]): Pick<BulkReport, 'blocked' | 'blocked_lines'> {
  return blocked_lines.length === 0 ? { blocked: 0 } : { blocked: blocked_lines.length, blocked_lines };
}

async function checkList(tx: Tx, { user_id, list_id }: Import): Promise<void> {
  if (!(await findList(tx, { user_id, id: list_id }))) throw noList();
  // Who is about to go would count as somebody who is there.
  if (await isBeingUndone(tx, { user_id, list_id })) throw conflict(IMPORT_BEING_UNDONE);
}

async function copyValidNames(tx: Tx, { user_id, names, signal }: Import): Promise<LineReport> {
  const report = await names.check(await getNameKind(tx, user_id));
  if (report.valid === 0 && report.invalid === 0) throw badRequest(NO_RECIPIENT);
  await copyNames(tx, readRows());
  signal?.throwIfAborted();
  return report;

  async function* readRows(): AsyncGenerator<Uint8Array> {
    while (!signal?.aborted) {
      const rows = await names.readRows();
      if (!rows) return;
      yield rows;
    }
  }
}

const noList = () => notFound('List not found');
