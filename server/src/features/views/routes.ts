import type { View, viewCalls } from '@pigeonpost/contract/calls/views';
import { isUnread, readConditions, whereOf } from '@pigeonpost/contract/people/conditions';
import { VIEWS_MAX } from '@pigeonpost/contract/people/views';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { checkConditions } from './check-conditions.ts';
import { deleteView, findViewId, insertView, type KeptView, listViews, updateView } from './queries.ts';

const noView = () => notFound('View not found');
const FULL = `You have ${VIEWS_MAX} views, the most there can be. Delete one first.`;

/** Conditions that a user keeps under a name (docs/behaviour.md#views). */
export function viewRoutes({ clock }: Deps): Routes<typeof viewCalls> {
  return {
    'GET /api/views': async ({ tx, caller }) => ({
      views: (await listViews(tx, caller.user.id)).map(inFull),
    }),

    'POST /api/views': async ({ tx, caller, body: { name, conditions } }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      await checkConditions(tx, { user_id, conditions });
      await refuseTaken(tx, { user_id, name });
      if ((await listViews(tx, user_id)).length >= VIEWS_MAX) throw conflict(FULL);
      const created_at = clock.now();
      return { view: inFull(await insertView(tx, { user_id, name, conditions, created_at })) };
    },

    'PUT /api/views/{id}': async ({ tx, caller, params: { id }, body: { name, conditions } }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      await checkConditions(tx, { user_id, conditions });
      await refuseTaken(tx, { user_id, name, id });
      const view = await updateView(tx, { user_id, id }, { name, conditions });
      if (!view) throw noView();
      return { view: inFull(view) };
    },

    'DELETE /api/views/{id}': async ({ tx, caller, params: { id } }) => {
      if (!(await deleteView(tx, { user_id: caller.user.id, id }))) throw noView();
      return {};
    },
  };
}

/** In the one form of conditions: jsonb has an order of keys of its own. */
function inFull(view: KeptView): View {
  const conditions = readConditions(view.conditions);
  if (isUnread(conditions)) throw new Error(`View ${view.id}: ${conditions.error}`);
  return { ...view, conditions, where: whereOf(conditions) };
}

/** 409 where another view than `id` has the name in any case. */
async function refuseTaken(
  tx: Tx,
  { user_id, name, id }: { user_id: number; name: string; id?: number },
): Promise<void> {
  const other = await findViewId(tx, { user_id, name });
  if (other === undefined || other === id) return;
  const error = `You have a view ${name} already.`;
  throw conflict(error, { fields: { name: error } });
}
