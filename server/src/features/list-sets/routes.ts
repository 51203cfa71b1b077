import type { listSetCalls } from '@pigeonpost/contract/calls/list-sets';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { limitImports } from '../recipients/import/limit-imports.ts';
import { searchedName } from '../recipients/name.ts';
import { checkSet, makeSet } from './make-set.ts';

type Asked = { search?: string | undefined; where?: Condition[] | undefined };

/** New lists from lists (docs/behaviour.md#lists-from-lists). */
export function listSetRoutes(deps: Deps): Routes<typeof listSetCalls> {
  const withinLimit = limitImports();
  const sourceOf = async <Given extends Asked>(tx: Tx, given: Given, user_id: number) => ({
    ...given,
    user_id,
    search: await searchedName(tx, user_id, given.search ?? ''),
    conditions: given.where ?? [],
    now: deps.clock.now(),
  });
  return {
    'POST /api/lists/from/check': {
      ownTransactions: async ({ caller, body }) => {
        const user_id = caller.user.id;
        return withinLimit(() =>
          deps.asUser(user_id, async (tx) => checkSet(tx, await sourceOf(tx, body, user_id))),
        );
      },
    },

    'POST /api/lists/from': {
      ownTransactions: async ({ caller, body }) => {
        const user_id = caller.user.id;
        const onProgress = (progress: { added: number; people: number }) =>
          deps.publish(user_id, 'list_progress', progress);
        return withinLimit(() =>
          deps.asUser(user_id, async (tx) =>
            makeSet(tx, { ...(await sourceOf(tx, body, user_id)), onProgress }),
          ),
        );
      },
    },
  };
}
