import type { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { attachment, CSV_TYPE } from '../../http/attachment.ts';
import { disconnectSignal } from '../../http/disconnect.ts';
import type { Routes } from '../../http/handler.ts';
import { pageInfoOf, pageSlice } from '../../http/paging.ts';
import { findShortHash } from '../erasures/erased-names.ts';
import { findList } from '../lists/queries.ts';
import { checkConditions } from '../views/check-conditions.ts';
import { findView } from '../views/queries.ts';
import { changeMany } from './bulk/change-many.ts';
import { isStatus } from './filter-queries.ts';
import { filterRecipients } from './filter-recipients.ts';
import { HeldIds } from './held-ids.ts';
import { listHistory } from './history-queries.ts';
import { checkImport, importRecipients } from './import/bulk-import.ts';
import { createImportReaders, type ImportBody, type TableBody } from './import/import-body.ts';
import { importTable } from './import/import-table.ts';
import { limitImports } from './import/limit-imports.ts';
import { addKnown } from './known-queries.ts';
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
      const list = await getList(tx, { user_id, id: params.id });
      const slice = pageSlice(query);
      // Without an unclear one the failed ones are all of them, which an index has in order.
      const status = query.status === 'certainly_failed' && list.unclear === 0 ? 'failed' : query.status;
      const page = { user_id, list_id: list.id, sort_by: query.sort_by, ...slice };
      const { search, conditions } = await readFilter(tx, user_id, query);
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

    'GET /api/lists/{id}/recipients/export': {
      async ownTransactions({ caller, params, query, reply }) {
        const { id: user_id, time_zone } = caller.user;
        const { list, filter } = await deps.readAsUser(user_id, async (tx) => ({
          list: await getList(tx, { user_id, id: params.id }),
          filter: await readFilter(tx, user_id, query),
        }));
        const shown = {
          user_id,
          time_zone,
          list_id: list.id,
          status: query.status,
          ...filter,
          now: clock.now(),
        };
        return reply
          .header('content-type', CSV_TYPE)
          .header('content-disposition', attachment(`list-${list.id}.csv`, `${list.name}.csv`))
          .send((await import('./export-recipients.ts')).exportRecipients(deps, shown));
      },
    },

    'POST /api/lists/{id}/recipients/bulk': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, list_id: params.id };
      const { done, note } = await changeMany(
        { tx, afterCommit, deps },
        { ...key, ...body, search: await searchedName(tx, key.user_id, body.search ?? '') },
      );
      if (done.changed > 0) await noteRecipients(tx, key, note);
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

async function getList(tx: Tx, key: { user_id: number; id: number }) {
  const list = await findList(tx, key);
  if (!list) throw notFound('List not found');
  return list;
}

type Filter = { search?: string | undefined; where?: Condition[] | undefined; view?: number | undefined };

/** The search and the conditions of a screen, or those of a view. 404 for what the user does not have. */
async function readFilter(tx: Tx, user_id: number, query: Filter) {
  const view = query.view ? await findView(tx, { user_id, id: query.view }) : undefined;
  if (query.view && !view) throw notFound('View not found');
  const conditions = view?.conditions ?? query.where ?? [];
  await checkConditions(tx, { user_id, conditions });
  return { search: await searchedName(tx, user_id, query.search ?? ''), conditions };
}
