import type { RecipientFilter, RecipientStatus } from '@pigeonpost/contract/recipients';
import { RECIPIENT_STATUSES } from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';
import { unclear } from './queries.ts';

/** The statuses that a filter takes from, all of them without one. */
export function statusesOf(filter: RecipientFilter | undefined): readonly RecipientStatus[] {
  if (filter === undefined || filter === 'replied') return RECIPIENT_STATUSES;
  if (filter === 'not_delivered') return ['failed', 'not_found'];
  return isKindOfFailed(filter) ? ['failed'] : [filter];
}

/** Whether a filter is more than one status: those are read from an index each, in their order. */
export function isStatus(filter: RecipientFilter | undefined): filter is RecipientStatus | undefined {
  return filter === undefined || RECIPIENT_STATUSES.some((status) => status === filter);
}

/** For a query over `recipients`: 'and' and which of these a filter takes; nothing where it takes all. */
export function andOfKind(filter: RecipientFilter | undefined): RawBuilder<unknown> {
  if (filter === 'unclear') return sql`and ${unclear}`;
  if (filter === 'replied')
    return sql`and exists (select from message_ledger l where l.user_id = recipients.user_id
      and l.recipient = recipients.recipient and l.replied_at is not null)`;
  return filter === 'certainly_failed' ? sql`and not ${unclear}` : sql``;
}

const isKindOfFailed = (filter: RecipientFilter) => filter === 'unclear' || filter === 'certainly_failed';
