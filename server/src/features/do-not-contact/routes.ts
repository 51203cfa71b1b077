import { doNotContactCalls } from '@pigeonpost/contract/calls/do-not-contact';
import { ERASED_NAME, HASH_SHOWN, SAY_WHY_ERASED } from '@pigeonpost/contract/people/erasures';
import { askedThemselves, SAY_WHY } from '@pigeonpost/contract/people/stop-link';
import { lockUser } from '../../database/locks.ts';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, notFound } from '../../errors.ts';
import { readBulkJson } from '../../http/bodies/bulk-json-body.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { erasedTest } from '../../secrets/name-hash.ts';
import { findErased, findErasedName, HASHES_TOLD, hashesOf, tellNames } from '../erasures/erased-names.ts';
import { deleteErasedEntry, findErasedEntry } from '../erasures/queries.ts';
import { judgeLines } from '../recipients/import/import-reader.ts';
import { searchedName } from '../recipients/name.ts';
import { getContactName } from './contact-name.ts';
import {
  addDoNotContact,
  addManyDoNotContact,
  deleteDoNotContact,
  findDoNotContact,
  findNew,
  listDoNotContact,
} from './queries.ts';

/** The names that no campaign of a user writes to (docs/behaviour.md#do-not-contact). */
export function doNotContactRoutes({
  clock,
  asUser,
  noteInAuditLog,
  secrets,
}: Deps): Routes<typeof doNotContactCalls, { 'POST /api/do-not-contact/bulk': { recipients: string[] } }> {
  return {
    'GET /api/do-not-contact': async ({ tx, caller, query }) => {
      const user_id = caller.user.id;
      const slice = pageSlice(query);
      const search = query.search && (await searchedName(tx, user_id, query.search));
      const erased = search ? await findErased(tx, secrets, user_id) : undefined;
      const hashes = search && erased ? hashesOf(erased, search) : [];
      const { do_not_contact, total } = await listDoNotContact(tx, { user_id, search, hashes, slice });
      return { do_not_contact, pagination: paginationOf(slice, total) };
    },

    'POST /api/do-not-contact': async ({ tx, caller, body }) => {
      const user_id = caller.user.id;
      const now = clock.now();
      // An erasure that ends meanwhile would be missed.
      await lockUser(tx, user_id);
      const recipient = await getContactName(tx, { user_id, text: body.recipient, now });
      // Whose name was erased is on the list already, without it.
      const erased = await findErasedName(tx, secrets, { user_id, name: recipient });
      if (erased)
        return {
          entry: { id: erased.id, recipient: ERASED_NAME, created_at: erased.erased_at, how: 'erased' },
        };
      await tellNames(tx, secrets, [recipient]);
      return { entry: await addDoNotContact(tx, { user_id, recipient, created_at: now }) };
    },

    'POST /api/do-not-contact/bulk': {
      openReader: readBulkJson(doNotContactCalls['POST /api/do-not-contact/bulk']),
      ownTransactions: ({ caller, body }) =>
        asUser(caller.user.id, async (tx) => {
          const user_id = caller.user.id;
          const rules = await getNameRules(tx, user_id);
          const { names, duplicates, invalid, errors } = judgeLines(body.recipients, rules);
          await lockUser(tx, user_id);
          const isErased = erasedTest(await findErased(tx, secrets, user_id));
          const kept = names.filter((name) => !isErased(name));
          await tellNames(tx, secrets, await findNew(tx, { user_id, names: kept, limit: HASHES_TOLD }));
          const added = await addManyDoNotContact(tx, { user_id, names: kept, created_at: clock.now() });
          return { added, duplicates, already_there: names.length - added, invalid, errors };
        }),
    },

    'DELETE /api/do-not-contact/{id}': async ({ tx, caller, params, body }) => {
      const key = { user_id: caller.user.id, id: params.id };
      const entry = await findDoNotContact(tx, key);
      const reason = body.reason?.trim();
      if (!entry) {
        await takeOffErased(tx, key, reason);
        return {};
      }
      if (askedThemselves(entry.how)) {
        if (reason === undefined) throw badRequest(SAY_WHY, { fields: { reason: SAY_WHY } });
        await noteReason(tx, key, { taken_off_because: reason });
      }
      await tellNames(tx, secrets, [entry.recipient]);
      await deleteDoNotContact(tx, { ...key, now: clock.now() });
      return {};
    },
  };

  /** Lets somebody of an erased name be added again; 404 for what is no entry of the user's. */
  async function takeOffErased(
    tx: Tx,
    key: { user_id: number; id: number },
    reason: string | undefined,
  ): Promise<void> {
    const erased = await findErasedEntry(tx, key);
    if (!erased) throw notOnTheList();
    if (reason === undefined) throw badRequest(SAY_WHY_ERASED, { fields: { reason: SAY_WHY_ERASED } });
    if (!(await deleteErasedEntry(tx, key))) throw notOnTheList();
    const hash = erased.hash.slice(0, HASH_SHOWN);
    await noteReason(tx, key, { taken_off_because: reason, hash });
  }

  async function noteReason(tx: Tx, { user_id, id }: { user_id: number; id: number }, after: object) {
    const line = { user_id, kind: 'do_not_contact', subject_id: id, subject_name: null };
    await noteInAuditLog(tx, { ...line, after: { ...after } });
  }
}

const notOnTheList = () => notFound('This name is not on your do-not-contact list');
