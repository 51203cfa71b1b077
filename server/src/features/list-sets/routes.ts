import type { listSetCalls } from '@pigeonpost/contract/calls/list-sets';
import type { Condition } from '@pigeonpost/contract/conditions';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { limitImports } from '../recipients/limit-imports.ts';
import { searchedName } from '../recipients/name.ts';
import { checkSet, makeSet } from './make-set.ts';

type Asked = { search?: string | undefined; where?: Condition[] | undefined };

/** New lists from lists (docs/behaviour.md#lists-from-lists). */
export function listSetRoutes(deps: Deps): Routes<typeof listSetCalls> {
  const withinLimit = limitImports();
  const sourceOf = <Given extends Asked>(given: Given, user_id: number) => ({
    ...given,
    user_id,
    search: searchedName(given.search ?? ''),
    conditions: given.where ?? [],
    now: deps.clock.now(),
  });
  return {
    'POST /api/lists/from/check': {
      ownTransactions: async ({ caller, body }) => {
        const user_id = caller.user.id;
        const wanted = sourceOf(body, user_id);
        return withinLimit(() => deps.asUser(user_id, (tx) => checkSet(tx, wanted)));
      },
    },

    'POST /api/lists/from': {
      ownTransactions: async ({ caller, body }) => {
        const user_id = caller.user.id;
        const wanted = {
          ...sourceOf(body, user_id),
          onProgress: (progress: { added: number; people: number }) =>
            deps.publish(user_id, 'list_progress', progress),
        };
        return withinLimit(() => deps.asUser(user_id, (tx) => makeSet(tx, wanted)));
      },
    },
  };
}
