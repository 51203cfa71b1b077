import { BEING_WRITTEN_TO } from '@pigeonpost/contract/people/erasures';
import { IMPORT_RUNS, type RecipientStatus } from '@pigeonpost/contract/recipients';
import { lockNotes, lockUser, tryLockImport } from '../../database/locks.ts';
import { getNameRules } from '../../database/sql/name-rules.ts';
import { guardRecipientChanges } from '../../engine/by-hand/manual-change.ts';
import type { EngineContext } from '../../engine/context.ts';
import { forgetRecipients } from '../../engine/forget-name.ts';
import { showTests } from '../../engine/show-tests.ts';
import { conflict, notFound } from '../../errors.ts';
import { getNameKey, hashesOf, shortHash, tellNames } from '../erasures/erased-names.ts';
import { findErasedEntry, insertErased } from '../erasures/queries.ts';
import { moveCounts } from '../lists/queries.ts';
import {
  deleteKnown,
  deleteRecipients,
  findFormerIds,
  findOwnSources,
  findRecipientIds,
  isBeingMessaged,
} from './erase-queries.ts';

interface Erasing {
  user_id: number;
  name: string;
  now: Date;
}

/**
 * Removes a person everywhere and keeps a keyed hash of the name, so that nobody of this name comes back
 * (docs/behaviour.md#erasing-a-person); lines of logs follow by a timer. Gives when the person was erased first. 404 for
 * somebody of whom nothing is known, 409 while they are being written to, or an import or a set of the user runs.
 */
export async function erasePerson(
  context: EngineContext,
  { now, ...key }: Erasing,
): Promise<{ erased_at: string }> {
  const { tx, deps } = context;
  const { user_id, name } = key;
  if (!(await tryLockImport(tx, user_id))) throw conflict(IMPORT_RUNS);
  const source_ids = await findOwnSources(tx, key);
  await lockNotes(tx, user_id);
  await lockUser(tx, user_id);
  await showTests(tx);
  const ids = await findRecipientIds(tx, key);
  const sending = await guardRecipientChanges(context, { user_id, recipient_ids: ids });
  if (sending.length > 0 || (await isBeingMessaged(tx, { ...key, now }))) throw conflict(BEING_WRITTEN_TO);

  const nameKey = await getNameKey(tx, deps.secrets);
  const hashes = hashesOf({ key: nameKey, ...(await getNameRules(tx, user_id)) }, name);
  const before = await findErasedEntry(tx, { user_id, hashes });
  // Before the name goes off do-not-contact: the audit log says why it does.
  await insertErased(tx, { user_id, hash: before?.hash ?? (hashes[0] as string), name, now });
  await forgetRecipients(tx, { user_id, name, recipient_ids: [...ids, ...(await findFormerIds(tx, key))] });
  const gone = await deleteRecipients(tx, { user_id, ids });
  await uncount(context, user_id, gone);
  await tellNames(tx, deps.secrets, [name]);
  const known = await deleteKnown(tx, { ...key, source_ids });
  if (gone.length + known === 0) {
    if (!before) throw notFound('Nobody of this name here.');
    return { erased_at: before.erased_at };
  }
  const told = { subject_id: null, subject_name: null, after: { erased: shortHash(nameKey, name) } };
  await deps.noteInAuditLog(tx, { user_id, kind: 'person', ...told });
  return { erased_at: before?.erased_at ?? now.toISOString() };
}

/** Takes them off the counts of their lists. Those of a deleted list are counted nowhere. */
async function uncount(
  { tx }: EngineContext,
  user_id: number,
  gone: readonly { list_id: number; status: RecipientStatus }[],
): Promise<void> {
  for (const { list_id, status } of gone) await moveCounts(tx, { user_id, id: list_id }, { [status]: -1 });
}
