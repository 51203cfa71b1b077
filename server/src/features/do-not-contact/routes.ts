import type { doNotContactCalls } from '@pigeonpost/contract/calls/do-not-contact';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { getRecipientName, searchedName } from '../recipients/name.ts';
import { addDoNotContact, deleteDoNotContact, listDoNotContact } from './queries.ts';

export function doNotContactRoutes({ clock }: Deps): Routes<typeof doNotContactCalls> {
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
        recipient: getRecipientName(body.recipient),
        created_at: clock.now(),
      }),
    }),

    'DELETE /api/do-not-contact/{id}': async ({ tx, caller, params }) => {
      if (!(await deleteDoNotContact(tx, { user_id: caller.user.id, id: params.id }))) {
        throw notFound('This name is not on your do-not-contact list');
      }
      return {};
    },
  };
}
