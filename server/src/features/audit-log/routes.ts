import type { auditLogCalls } from '@pigeonpost/contract/calls/audit-log';
import { checkDateRange } from '../../http/date-range.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { listAuditEntries } from './queries.ts';

/** Reads the audit log; triggers write it (docs/behaviour.md#audit-log). */
export function auditLogRoutes(): Routes<typeof auditLogCalls> {
  return {
    'GET /api/audit-log': async ({ tx, caller, query }) => {
      const slice = pageSlice(query);
      const filter = { ...checkDateRange(query), time_zone: caller.user.time_zone };
      const { entries, total } = await listAuditEntries(tx, { filter, slice });
      return { entries, pagination: paginationOf(slice, total) };
    },

    'GET /api/audit-log/own': async ({ tx, caller, query }) => {
      const slice = pageSlice(query);
      const { id: user_id, time_zone } = caller.user;
      const filter = { ...checkDateRange(query), user_id, time_zone };
      const { entries, total } = await listAuditEntries(tx, { filter, slice });
      // The address of an administrator is private.
      const told = entries.map((entry) => (entry.actor_id === user_id ? entry : { ...entry, address: null }));
      return { entries: told, pagination: paginationOf(slice, total) };
    },
  };
}
