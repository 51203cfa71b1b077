import type { importCalls } from '@pigeonpost/contract/calls/imports';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { findList } from '../lists/queries.ts';
import { listChoices, listImports, saveChoice } from './queries.ts';
import { undoImport } from './undo-import.ts';

/** The undo of imports, and the remembered columns (docs/behaviour.md#undo-an-import). */
export function importRoutes(deps: Deps): Routes<typeof importCalls> {
  const { clock } = deps;
  return {
    'GET /api/lists/{id}/imports': async ({ tx, caller, params }) => {
      const user_id = caller.user.id;
      if (!(await findList(tx, { user_id, id: params.id }))) throw notFound('List not found');
      return { imports: await listImports(tx, { user_id, list_id: params.id, now: clock.now() }) };
    },

    'DELETE /api/recipients/import/{id}': {
      ownTransactions: ({ caller, params }) => undoImport(deps, { user_id: caller.user.id, id: params.id }),
    },

    // The page of 1.0.0 takes a 404 for an undo whose answer was lost.
    'DELETE /api/imports/{id}': {
      ownTransactions: ({ caller, params }) =>
        undoImport(deps, { user_id: caller.user.id, id: params.id }, { tooLate: conflict }),
    },

    'GET /api/import-choices': async ({ tx, caller }) => ({
      choices: await listChoices(tx, caller.user.id),
    }),

    'PUT /api/import-choices': async ({ tx, caller, body }) => {
      await saveChoice(tx, { ...body, user_id: caller.user.id, chosen_at: clock.now() });
      return {};
    },
  };
}
