import type { importCalls } from '@pigeonpost/contract/calls/imports';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { Routes } from '../../http/handler.ts';
import { findList } from '../lists/queries.ts';
import { listChoices, listImports, saveChoice } from './queries.ts';
import { undoImport } from './undo-import.ts';

/** What imports leave behind: their undo, and the columns that were chosen (docs/behaviour.md#undo-an-import). */
export function importRoutes({ clock, asUser, noteInAuditLog }: Deps): Routes<typeof importCalls> {
  return {
    'GET /api/lists/{id}/imports': async ({ tx, caller, params }) => {
      const user_id = caller.user.id;
      if (!(await findList(tx, { user_id, id: params.id }))) throw notFound('List not found');
      return { imports: await listImports(tx, { user_id, list_id: params.id, now: clock.now() }) };
    },

    'DELETE /api/imports/{id}': {
      ownTransactions: ({ caller, params }) =>
        asUser(caller.user.id, async (tx) => {
          const user_id = caller.user.id;
          const { list_id, removed } = await undoImport(tx, { user_id, id: params.id, now: clock.now() });
          const list = await findList(tx, { user_id, id: list_id });
          const subject = { subject_id: list_id, subject_name: list?.name ?? '' };
          const after = { import_undone: removed };
          await noteInAuditLog(tx, { user_id, kind: 'recipients', ...subject, after });
          return { removed };
        }),
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
