import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { StatedSource } from '@pigeonpost/contract/people/sources';
import { IMPORT_BEING_UNDONE, type RecipientStatus } from '@pigeonpost/contract/recipients';
import { lockListSoon, lockUser } from '../../database/locks.ts';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { guardRecipientChange } from '../../engine/by-hand/manual-change.ts';
import type { EngineContext } from '../../engine/context.ts';
import { conflict, notFound, type RefusalError } from '../../errors.ts';
import { refuseErased } from '../erasures/erased-names.ts';
import { isBeingUndone } from '../imports/queries.ts';
import { findList, moveCounts } from '../lists/queries.ts';
import { statePersonSource } from '../sources/state-source.ts';
import { keepDeleted } from './deleted-queries.ts';
import { getRecipientName } from './name.ts';
import {
  deleteRecipient,
  drawPosition,
  findRecipient,
  insertRecipient,
  isOnDoNotContact,
  setStatus,
} from './queries.ts';

// Only an import holds a list for longer, and a browser gives up much later.

/** Adds one recipient at the end of a list's line; throws errors for people. */
export async function addRecipient(
  tx: Tx,
  wanted: {
    user_id: number;
    list_id: number;
    recipient: string;
    source?: StatedSource | undefined;
    secrets: Deps['secrets'];
    now: Date;
  },
): Promise<Recipient> {
  const { user_id, list_id, secrets, now } = wanted;
  const recipient = getRecipientName(wanted.recipient, await getNameRules(tx, user_id));
  if (!(await findList(tx, { user_id, id: list_id }))) throw notFound('List not found');
  await refuseDoNotContact(tx, { user_id, recipient });
  const position = await drawNextPosition(tx, list_id);
  const added = await insertRecipient(tx, { user_id, list_id, recipient, position, created_at: now });
  if (!added) throw await alreadyThere(tx, { user_id, list_id });
  await statePersonSource(tx, { user_id, name: recipient, source: wanted.source, now });
  await lockUser(tx, user_id);
  await refuseErased(tx, secrets, { user_id, name: recipient });
  // The list may have been deleted meanwhile.
  if (!(await moveCounts(tx, { user_id, id: list_id }, { pending: 1 }))) throw notFound('List not found');
  return added;
}

/** 409 for a name on do-not-contact. */
export async function refuseDoNotContact(
  tx: Tx,
  { user_id, recipient }: { user_id: number; recipient: string },
): Promise<void> {
  if (await isOnDoNotContact(tx, { user_id, recipient }))
    throw conflict(`"${recipient}" is on your do-not-contact list. Take the name off it first.`);
}

/** The refusal of a name that the list holds, perhaps only until an import is undone. */
export async function alreadyThere(
  tx: Tx,
  list: { user_id: number; list_id: number },
): Promise<RefusalError> {
  return conflict(
    (await isBeingUndone(tx, list)) ? IMPORT_BEING_UNDONE : 'This recipient is already in the list',
  );
}

/** Sets a recipient's status; one that is set back to pending never joins a campaign that has started. */
export async function changeStatus(
  context: EngineContext,
  { user_id, id, status }: { user_id: number; id: number; status: RecipientStatus },
): Promise<Recipient> {
  const { tx } = context;
  const { list_id } = await getRecipient(tx, { user_id, id });
  const place = status === 'pending' ? { position: await drawNextPosition(tx, list_id) } : {};
  await lockUser(tx, user_id);
  const before = await getRecipient(tx, { user_id, id });
  // A recipient that is already pending keeps its place in line, and its delivery the lease.
  if (before.status === status) return before;
  await guardRecipientChange(context, { user_id, recipient_id: id });
  await moveCounts(tx, { user_id, id: list_id }, { [before.status]: -1, [status]: 1 });
  return setStatus(tx, { user_id, id }, { status, ...place });
}

/** Deletes a recipient, who can be brought back for a while. */
export async function removeRecipient(
  context: EngineContext,
  key: { user_id: number; id: number },
  now: Date,
): Promise<void> {
  const { user_id, id } = key;
  await guardRecipientChange(context, { user_id, recipient_id: id });
  const { list_id, status } = await getRecipient(context.tx, key);
  await keepDeleted(context.tx, { ...key, now });
  await deleteRecipient(context.tx, key);
  await moveCounts(context.tx, { user_id, id: list_id }, { [status]: -1 });
}

/** A recipient of the user's, or 404. */
export async function getRecipient(tx: Tx, key: { user_id: number; id: number }): Promise<Recipient> {
  const found = await findRecipient(tx, key);
  if (!found) throw notFound('Recipient not found');
  return found;
}

/** A place at the end of a list's line; 409 while longer work has the list. Before the user lock. */
export async function drawNextPosition(tx: Tx, list_id: number): Promise<number> {
  await lockListSoon(tx, list_id);
  return drawPosition(tx);
}
