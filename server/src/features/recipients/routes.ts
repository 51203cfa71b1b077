import type { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import type { Deps } from '../../deps.ts';
import { untilCallerGoes } from '../../http/bulk-turns.ts';
import { notFound } from '../../http/errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageInfoOf, pageSlice } from '../../http/paging.ts';
import { findList } from '../lists/queries.ts';
import { changeMatching } from './bulk-change.ts';
import { checkImport, importRecipients } from './bulk-import.ts';
import { listHistory } from './history-queries.ts';
import { createImportTurns } from './import-turns.ts';
import { addRecipient, changeStatus, getRecipient, removeRecipient } from './manual-change.ts';
import { searchedName } from './name.ts';
import { listRecipients, searchRecipients } from './page-queries.ts';

export function recipientRoutes(deps: Deps): Routes<typeof recipientCalls> {
  const { clock } = deps;
  const atItsTurn = createImportTurns();
  return {
    'GET /api/lists/{id}/recipients': async ({ tx, caller, params, query }) => {
      const user_id = caller.user.id;
      const list = await findList(tx, { user_id, id: params.id });
      if (!list) throw notFound('List not found');
      const slice = pageSlice(query);
      const page = { user_id, list_id: list.id, status: query.status, sort_by: query.sort_by, ...slice };
      const search = searchedName(query.search ?? '');
      if (search !== '') {
        const { recipients, total } = await searchRecipients(tx, { ...page, search });
        return { recipients, pagination: pageInfoOf(slice, total) };
      }
      const total = list[query.status ?? 'recipient_count'];
      return {
        recipients: await listRecipients(tx, page, list),
        pagination: pageInfoOf(slice, total),
      };
    },

    'POST /api/lists/{id}/recipients/bulk': async ({ tx, afterCommit, caller, params, body }) =>
      changeMatching(
        { tx, afterCommit, deps },
        { ...body, search: searchedName(body.search ?? ''), user_id: caller.user.id, list_id: params.id },
      ),

    'GET /api/recipients/{id}/history': async ({ tx, caller, params }) => {
      const user_id = caller.user.id;
      const { recipient } = await getRecipient(tx, { user_id, id: params.id });
      return { recipient, history: await listHistory(tx, { user_id, recipient }) };
    },

    'POST /api/recipients': async ({ tx, caller, body }) => ({
      recipient: await addRecipient(tx, { ...body, user_id: caller.user.id, now: clock.now() }),
    }),

    'POST /api/recipients/bulk': {
      ownTransactions: async ({ caller, body }) =>
        atItsTurn(() =>
          deps.asUser(caller.user.id, (tx) =>
            importRecipients(tx, { ...body, user_id: caller.user.id, now: clock.now() }),
          ),
        ),
    },

    'POST /api/recipients/bulk/check': {
      async ownTransactions({ caller, body, reply }) {
        // It writes nothing, so it ends when nobody waits for it: typing on asks again.
        const signal = untilCallerGoes(reply);
        const names = { ...body, user_id: caller.user.id, signal };
        return atItsTurn(() => deps.asUser(names.user_id, (tx) => checkImport(tx, names)));
      },
    },

    'DELETE /api/recipients/{id}': async ({ tx, afterCommit, caller, params }) => {
      await removeRecipient({ tx, afterCommit, deps }, { user_id: caller.user.id, id: params.id });
      return {};
    },

    'PUT /api/recipients/{id}/status': async ({ tx, afterCommit, caller, params, body }) => ({
      recipient: await changeStatus(
        { tx, afterCommit, deps },
        { user_id: caller.user.id, id: params.id, status: body.status },
      ),
    }),
  };
}
