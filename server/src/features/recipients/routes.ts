import type { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import { RECIPIENTS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { pageSlice, recipientPaginationOf } from '../../paging.ts';
import { findList } from '../lists/queries.ts';
import { checkImport, importRecipients } from './bulk-import.ts';
import { addRecipient, changeStatus, removeRecipient } from './by-hand.ts';
import { searchedName } from './name.ts';
import { listRecipients, searchRecipients } from './page-queries.ts';

export function recipientRoutes(deps: Deps): Routes<typeof recipientCalls> {
  const { clock } = deps;
  return {
    'GET /api/lists/{id}/recipients': async ({ tx, caller, params, query }) => {
      const user_id = caller.user.id;
      const list = await findList(tx, { user_id, id: params.id });
      if (!list) throw notFound('List not found');
      const slice = pageSlice(query, RECIPIENTS_PAGE_SIZE);
      const page = { user_id, list_id: list.id, status: query.status, ...slice };
      const search = searchedName(query.search ?? '');
      if (search !== '') {
        const { recipients, total } = await searchRecipients(tx, { ...page, search });
        return { recipients, pagination: recipientPaginationOf(slice, total) };
      }
      const total = list[query.status ?? 'recipient_count'];
      return {
        recipients: await listRecipients(tx, page),
        pagination: recipientPaginationOf(slice, total),
      };
    },

    'POST /api/recipients': async ({ tx, caller, body }) => ({
      recipient: await addRecipient(tx, { ...body, user_id: caller.user.id, now: clock.now() }),
    }),

    'POST /api/recipients/bulk': async ({ tx, caller, body }) =>
      importRecipients(tx, { ...body, user_id: caller.user.id, now: clock.now() }),

    'POST /api/recipients/bulk/check': async ({ tx, caller, body }) =>
      checkImport(tx, { ...body, user_id: caller.user.id }),

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
