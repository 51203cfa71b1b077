import { doNotContactCalls } from '@pigeonpost/contract/calls/do-not-contact';
import { askedThemselves, SAY_WHY } from '@pigeonpost/contract/stop-link';
import type { Deps } from '../../deps.ts';
import { badRequest, notFound } from '../../errors.ts';
import { readBulkJson } from '../../http/bulk-json-body.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { judgeLines } from '../recipients/import-reader.ts';
import { searchedName } from '../recipients/name.ts';
import { getNameKind } from '../settings/queries.ts';
import { getContactName } from './contact-name.ts';
import {
  addDoNotContact,
  addManyDoNotContact,
  deleteDoNotContact,
  findDoNotContact,
  listDoNotContact,
} from './queries.ts';

/** The names that no campaign of a user writes to (docs/behaviour.md#do-not-contact). */
export function doNotContactRoutes({
  clock,
  asUser,
  noteInAuditLog,
}: Deps): Routes<typeof doNotContactCalls, { 'POST /api/do-not-contact/bulk': { recipients: string[] } }> {
  return {
    'GET /api/do-not-contact': async ({ tx, caller, query }) => {
      const slice = pageSlice(query);
      const { do_not_contact, total } = await listDoNotContact(tx, {
        user_id: caller.user.id,
        search: query.search && searchedName(query.search),
        slice,
      });
      return { do_not_contact, pagination: paginationOf(slice, total) };
    },

    'POST /api/do-not-contact': async ({ tx, caller, body }) => ({
      entry: await addDoNotContact(tx, {
        user_id: caller.user.id,
        recipient: await getContactName(tx, {
          user_id: caller.user.id,
          text: body.recipient,
          now: clock.now(),
        }),
        created_at: clock.now(),
      }),
    }),

    'POST /api/do-not-contact/bulk': {
      openReader: readBulkJson(doNotContactCalls['POST /api/do-not-contact/bulk']),
      ownTransactions: ({ caller, body }) =>
        asUser(caller.user.id, async (tx) => {
          const kind = await getNameKind(tx, caller.user.id);
          const { names, duplicates, invalid, errors } = judgeLines(body.recipients, kind);
          const added = await addManyDoNotContact(tx, {
            user_id: caller.user.id,
            names,
            created_at: clock.now(),
          });
          return { added, duplicates, already_there: names.length - added, invalid, errors };
        }),
    },

    'DELETE /api/do-not-contact/{id}': async ({ tx, caller, params, body }) => {
      const key = { user_id: caller.user.id, id: params.id };
      const entry = await findDoNotContact(tx, key);
      if (!entry) throw notFound('This name is not on your do-not-contact list');
      const reason = body.reason?.trim();
      if (askedThemselves(entry.how)) {
        if (reason === undefined) throw badRequest(SAY_WHY, { fields: { reason: SAY_WHY } });
        await noteInAuditLog(tx, {
          user_id: key.user_id,
          kind: 'do_not_contact',
          subject_id: entry.id,
          subject_name: entry.recipient,
          after: { taken_off_because: reason },
        });
      }
      await deleteDoNotContact(tx, { ...key, now: clock.now() });
      return {};
    },
  };
}
