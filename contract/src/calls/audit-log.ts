import * as z from 'zod';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '../account/audit-log.ts';
import { defineCalls } from '../call.ts';
import { Id, Time } from '../fields.ts';
import { AUDIT_PAGE_SIZE } from '../limits.ts';
import { Pagination, pageQuery, searchText } from '../paging.ts';
import { dateRange } from './profiles.ts';

const Values = z.record(z.string(), z.unknown()).nullable();

/** One change: who changed what. */
export const AuditEntry = z
  .object({
    /** The owner of the changed row, and the number of this line among the owner's lines. */
    user_id: Id,
    id: Id,
    /** null: the user is deleted. */
    username: z.string().nullable(),
    actor_id: Id.nullable(),
    /** null: a change by the server itself. */
    actor_name: z.string().nullable(),
    kind: z.enum(AUDIT_KINDS),
    action: z.enum(AUDIT_ACTIONS),
    subject_id: Id.nullable(),
    subject_name: z.string().nullable(),
    /** The changed values before and after; never a password or a token. */
    before: Values,
    after: Values,
    address: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const query = z.object({
  ...pageQuery({ size: AUDIT_PAGE_SIZE }),
  ...dateRange,
  kind: z.enum(AUDIT_KINDS, 'This kind is not known').optional(),
});
const response = z.object({ entries: z.array(AuditEntry), pagination: Pagination });

export const auditLogCalls = defineCalls({
  'GET /api/audit-log': {
    operationId: 'listAuditEntries',
    access: 'admin',
    summary: 'Changes of all users, newest first.',
    query: query.extend({
      /** A part of the name of the actor or the owner. */
      who: searchText.optional(),
    }),
    response,
  },
  'GET /api/audit-log/own': {
    operationId: 'listOwnAuditEntries',
    access: 'user',
    summary: 'Changes of your account and data, newest first.',
    query,
    response,
  },
});
