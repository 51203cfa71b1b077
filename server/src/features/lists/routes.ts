import type { listCalls } from '@pigeonpost/contract/calls/lists';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { guardListChange } from '../../engine/by-hand/manual-change.ts';
import { refuseIfInUse, refuseIfLeftOut } from '../../engine/in-use.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { paginationOf, wholeOrPageSlice } from '../../http/paging.ts';
import {
  countMessaged,
  findList,
  forgetList,
  insertList,
  listLists,
  markListDeleted,
  updateList,
} from './queries.ts';

const noList = () => notFound('List not found');

/** A user's lists; the names in them are in features/recipients. */
export function listRoutes(deps: Deps): Routes<typeof listCalls> {
  const { clock } = deps;
  return {
    'GET /api/lists': async ({ tx, caller, query }) => {
      const slice = wholeOrPageSlice(query);
      const { search, filter, sort_by } = query;
      const wanted = { user_id: caller.user.id, search, filter, sort_by, slice };
      const { lists, total } = await listLists(tx, wanted);
      return { lists, pagination: paginationOf(slice, total) };
    },

    'GET /api/lists/{id}': async ({ tx, caller, params }) => {
      const list = await findList(tx, { user_id: caller.user.id, id: params.id });
      if (!list) throw noList();
      return { list };
    },

    'GET /api/lists/{id}/messaged': async ({ tx, caller, params }) => {
      const key = { user_id: caller.user.id, id: params.id };
      if (!(await findList(tx, key))) throw noList();
      return countMessaged(tx, key, clock.now());
    },

    'POST /api/lists': async ({ tx, caller, body }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      return { list: await insertList(tx, { ...body, user_id, created_at: clock.now() }) };
    },

    'PUT /api/lists/{id}': async ({ tx, caller, params, body }) => {
      const list = await updateList(tx, { user_id: caller.user.id, id: params.id }, body);
      if (!list) throw noList();
      return { list };
    },

    'DELETE /api/lists/{id}': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      const key = { user_id, id: params.id };
      await lockUser(tx, user_id);
      await refuseIfInUse(tx, { user_id, list_id: params.id });
      await refuseIfLeftOut(tx, { user_id, list_id: params.id });
      await guardListChange({ tx, afterCommit, deps }, { user_id, list_id: params.id });
      if (!(await markListDeleted(tx, key, clock.now()))) throw noList();
      await forgetList(tx, key);
      return {};
    },
  };
}
