import type { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import { isTagAction } from '@pigeonpost/contract/recipients';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { disconnectSignal } from '../../http/disconnect.ts';
import type { Routes } from '../../http/handler.ts';
import { pageInfoOf, pageSlice } from '../../http/paging.ts';
import { findShortHash } from '../erasures/erased-names.ts';
import { findList } from '../lists/queries.ts';
import { checkConditions } from '../views/check-conditions.ts';
import { findView } from '../views/queries.ts';
import { changeByIds, changeMatching } from './bulk-change.ts';
import { checkImport, importRecipients } from './bulk-import.ts';
import { tagByIds, tagMatching } from './bulk-tag.ts';
import { isStatus } from './filter-queries.ts';
import { filterRecipients } from './filter-recipients.ts';
import { HeldIds } from './held-ids.ts';
import { listHistory } from './history-queries.ts';
import { createImportReaders, type ImportBody, type TableBody } from './import-body.ts';
import { importTable } from './import-table.ts';
import { addKnown } from './known-queries.ts';
import { limitImports } from './limit-imports.ts';
import { addRecipient, changeStatus, getRecipient, removeRecipient } from './manual-change.ts';
import { searchedName } from './name.ts';
import { listRecipients } from './page-queries.ts';
import { restoreRecipient, restoreRecipients } from './restore-recipient.ts';

interface BulkBodies {
  'POST /api/recipients/bulk': ImportBody;
  'POST /api/recipients/bulk/check': ImportBody;
  'POST /api/recipients/import': TableBody;
}

/** The names in a user's lists (docs/behaviour.md#names). */
export function recipientRoutes(deps: Deps): Routes<typeof recipientCalls, BulkBodies> {
  const { clock } = deps;
  const withinImportLimit = limitImports();
  const readers = createImportReaders(deps);
  const held = new HeldIds();
  return {
    'GET /api/lists/{id}/recipients': async ({ tx, caller, params, query }) => {
      const user_id = caller.user.id;
      const list = await findList(tx, { user_id, id: params.id });
      if (!list) throw notFound('List not found');
      const slice = pageSlice(query);
      // Without an unclear one the failed ones are all of them, which an index has in order.
      const status = query.status === 'certainly_failed' && list.unclear === 0 ? 'failed' : query.status;
      const page = { user_id, list_id: list.id, sort_by: query.sort_by, ...slice };
      const search = searchedName(query.search ?? '');
      const view = query.view ? await findView(tx, { user_id, id: query.view }) : undefined;
      if (query.view && !view) throw notFound('View not found');
      const conditions = view?.conditions ?? query.where ?? [];
      await checkConditions(tx, { user_id, conditions });
      const { recipients, total } =
        search === '' && conditions.length === 0 && isStatus(status)
          ? {
              recipients: await listRecipients(tx, { ...page, status }, list),
              total: list[status ?? 'recipient_count'],
            }
          : await filterRecipients(tx, held, { ...page, status, search, conditions, now: clock.now() });
      const pagination = pageInfoOf(slice, total);
      if (!query.fields) return { recipients, pagination };
      return {
        recipients: await addKnown(tx, { user_id, recipients, field_ids: query.fields }),
        pagination,
      };
    },

    'POST /api/lists/{id}/recipients/bulk': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, list_id: params.id };
      const { action, status, ids, where, tag_id = 0 } = body;
      const search = searchedName(body.search ?? '');
      const which = ids ? {} : { status, search, where };
      const after_id = (where ? body.continue_after : body.after_id) ?? 0;
      const conditions = where ?? [];
      await checkConditions(tx, { user_id: key.user_id, conditions });
      const now = clock.now();
      const matching = { ...key, status, search, conditions, after_id, now };
      if (isTagAction(action)) {
        const { tag, ...done } = ids
          ? await tagByIds(tx, { ...key, action, tag_id, ids })
          : await tagMatching(tx, { ...matching, action, tag_id });
        if (done.changed > 0) await noteRecipients(tx, key, { [action]: done.changed, name: tag, ...which });
        return done;
      }
      const context = { tx, afterCommit, deps };
      const done = ids
        ? await changeByIds(context, { ...key, action, ids, now })
        : await changeMatching(context, { ...matching, action });
      if (done.changed > 0) await noteRecipients(tx, key, { [action]: done.changed, ...which });
      return done;
    },

    'POST /api/lists/{id}/recipients/restore': async ({ tx, caller, params, body }) => {
      const key = { user_id: caller.user.id, list_id: params.id };
      const restored = await restoreRecipients(tx, { ...key, ids: body.ids, now: clock.now() });
      if (restored > 0) await noteRecipients(tx, key, { restore: restored });
      return { restored };
    },

    'GET /api/recipients/{id}/history': async ({ tx, caller, params }) => {
      const user_id = caller.user.id;
      const { recipient } = await getRecipient(tx, { user_id, id: params.id });
      return { recipient, history: await listHistory(tx, { user_id, recipient }) };
    },

    'POST /api/recipients': async ({ tx, caller, body }) => ({
      recipient: await addRecipient(tx, {
        ...body,
        user_id: caller.user.id,
        secrets: deps.secrets,
        now: clock.now(),
      }),
    }),

    'POST /api/recipients/bulk': {
      openReader: readers.names,
      ownTransactions: async ({ caller, body }) =>
        withinImportLimit(() =>
          deps.asUser(caller.user.id, async (tx) => {
            const user_id = caller.user.id;
            const report = await importRecipients(tx, {
              ...body,
              user_id,
              secrets: deps.secrets,
              now: clock.now(),
            });
            if (report.added > 0)
              await noteRecipients(tx, { user_id, list_id: body.list_id }, { imported: report.added });
            return report;
          }),
        ),
    },

    'POST /api/recipients/bulk/check': {
      openReader: readers.names,
      async ownTransactions({ caller, body, reply }) {
        // It writes nothing, so it ends when nobody waits for it: typing on asks again.
        const signal = disconnectSignal(reply);
        const names = { ...body, user_id: caller.user.id, secrets: deps.secrets, signal };
        return withinImportLimit(() => deps.asUser(names.user_id, (tx) => checkImport(tx, names)));
      },
    },

    'POST /api/recipients/import': {
      openReader: readers.table,
      ownTransactions: async ({ caller: { user }, body }) =>
        withinImportLimit(() =>
          deps.asUser(user.id, async (tx) => {
            const who = { user_id: user.id, author_name: user.username, secrets: deps.secrets };
            const report = await importTable(tx, { ...body, ...who, now: clock.now() });
            const { added: imported, updated } = report;
            if (imported + updated > 0)
              await noteRecipients(tx, { user_id: user.id, list_id: body.list_id }, { imported, updated });
            return report;
          }),
        ),
    },

    'DELETE /api/recipients/{id}': async ({ tx, afterCommit, caller, params }) => {
      const key = { user_id: caller.user.id, id: params.id };
      const { list_id, recipient } = await getRecipient(tx, key);
      await removeRecipient({ tx, afterCommit, deps }, key, clock.now());
      await noteRecipients(
        tx,
        { user_id: key.user_id, list_id },
        { delete: 1, ...(await hashOf(tx, recipient)) },
      );
      return {};
    },

    'POST /api/recipients/{id}/restore': async ({ tx, caller, params }) => {
      const user_id = caller.user.id;
      const restored = await restoreRecipient(tx, { user_id, id: params.id, now: clock.now() });
      const { list_id, recipient } = restored;
      await noteRecipients(tx, { user_id, list_id }, { restore: 1, ...(await hashOf(tx, recipient)) });
      return { recipient: restored };
    },

    'PUT /api/recipients/{id}/status': async ({ tx, afterCommit, caller, params, body }) => ({
      recipient: await changeStatus(
        { tx, afterCommit, deps },
        { user_id: caller.user.id, id: params.id, status: body.status },
      ),
    }),
  };

  /** Whom a line of the audit log is about, without the name. */
  async function hashOf(tx: Tx, name: string): Promise<{ hash?: string }> {
    const hash = await findShortHash(tx, deps.secrets, name);
    return hash === undefined ? {} : { hash };
  }

  /** What was done to recipients of a list, for the audit log: one line for all of them. */
  async function noteRecipients(
    tx: Tx,
    { user_id, list_id }: { user_id: number; list_id: number },
    after: Record<string, unknown>,
  ): Promise<void> {
    const list = await findList(tx, { user_id, id: list_id });
    const subject = { subject_id: list_id, subject_name: list?.name ?? '' };
    await deps.noteInAuditLog(tx, { user_id, kind: 'recipients', ...subject, after });
  }
}
