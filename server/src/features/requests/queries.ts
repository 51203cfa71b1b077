import { REQUEST_TIMED_OUT, type RequestKind, type RequestStatus } from '@pigeonpost/contract/agent';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { type SqlBool, sql, type Updateable } from 'kysely';
import { toJsonb } from '../../database/sql/jsonb.ts';
import type { Database } from '../../database/tables.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { timeoutsAt } from './timeouts.ts';

export interface NewRequest {
  kind: RequestKind;
  /** The machine it is meant for; null: any of the user's. */
  agent_id: number | null;
  profile_path: string | null;
  payload: Record<string, unknown>;
}

/** Returns the added requests: an open or a close that is under way is not added again. */
export async function insertRequests(
  tx: Tx,
  { user_id, requests, now }: { user_id: number; requests: NewRequest[]; now: Date },
): Promise<{ id: number; profile_path: string | null }[]> {
  if (requests.length === 0) return [];
  const added = await sql<{ id: number; profile_path: string | null }>`
    insert into requests (user_id, kind, agent_id, profile_path, payload, created_at)
    select ${user_id}, kind, agent_id, profile_path, payload, ${now}
    from jsonb_to_recordset(${toJsonb(requests)}::jsonb)
      as given (kind text, agent_id bigint, profile_path text, payload jsonb)
    on conflict do nothing
    returning id, profile_path`.execute(tx);
  return added.rows;
}

/** Lets requests that were handed out, but did not arrive, be handed out again while they may wait. */
export async function returnRequests(
  tx: Tx,
  { user_id, ids }: { user_id: number; ids: number[] },
): Promise<void> {
  await sql`
    update requests set status = 'pending', last_sign_at = null
    where user_id = ${user_id} and status = 'running' and id = any (${ids}::bigint[])`.execute(tx);
}

/** The same for requests that an agent was given and does not name in `holding`. */
export async function returnUnnamedRequests(
  tx: Tx,
  { user_id, agent_id, named }: { user_id: number; agent_id: number; named: number[] },
): Promise<void> {
  await sql`
    update requests set status = 'pending', last_sign_at = null
    where user_id = ${user_id} and status = 'running' and agent_id = ${agent_id}
      and id <> all (${named}::bigint[])`.execute(tx);
}

/** Undefined for a request that was cleaned up, or another user's (docs/behaviour.md#requests). */
export async function findRequestStatus(
  tx: Tx,
  { user_id, request_id }: { user_id: number; request_id: number },
): Promise<RequestStatus | undefined> {
  const found = await tx
    .selectFrom('requests')
    .select('status')
    .where('user_id', '=', user_id)
    .where('id', '=', request_id)
    .executeTakeFirst();
  return found?.status;
}

/** The kind of a request; undefined as above. */
export async function findRequestKind(
  tx: Tx,
  { user_id, request_id }: { user_id: number; request_id: number },
): Promise<RequestKind | undefined> {
  const found = await tx
    .selectFrom('requests')
    .select('kind')
    .where('user_id', '=', user_id)
    .where('id', '=', request_id)
    .executeTakeFirst();
  return found?.kind;
}

interface RequestKey {
  user_id: number;
  request_id: number;
}

/** Notes progress of a running request; false if it is not running. */
export async function recordProgress(
  tx: Tx,
  request: RequestKey & { results: Record<string, unknown> | undefined; now: Date },
): Promise<boolean> {
  const { results, now } = request;
  const change = { last_sign_at: now, ...(results && { results: toJsonb(results) }) };
  return (await updateRunning(tx, request, change)) !== undefined;
}

/** Ends a running request and returns it; undefined if it is not running. */
export async function finishRequest(
  tx: Tx,
  request: RequestKey & {
    status: 'completed' | 'failed';
    results: Record<string, unknown> | undefined;
    errorMessage: string | undefined;
    now: Date;
  },
): Promise<Pick<NewRequest, 'kind' | 'profile_path'> | undefined> {
  const { status, results, errorMessage, now } = request;
  return updateRunning(tx, request, {
    status,
    last_sign_at: now,
    completed_at: now,
    error_message: errorMessage ?? null,
    ...(results && { results: toJsonb(results) }),
  });
}

async function updateRunning(
  tx: Tx,
  { user_id, request_id }: RequestKey,
  change: Updateable<Database['requests']>,
): Promise<Pick<NewRequest, 'kind' | 'profile_path'> | undefined> {
  return tx
    .updateTable('requests')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', request_id)
    .where('status', '=', 'running')
    .returning(['kind', 'profile_path'])
    .executeTakeFirst();
}

/** Newest first; all of them, or a page. */
export async function listRequests(
  tx: Tx,
  { user_id, kinds, slice }: { user_id: number; kinds: readonly RequestKind[]; slice?: Slice },
): Promise<ProfileRequest[]> {
  const found = tx
    .selectFrom('requests')
    .select(['id', 'kind as request_type', 'agent_id', 'profile_path', 'status', 'results', 'error_message'])
    .select(['created_at', 'last_sign_at', 'completed_at'])
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc');
  return (slice?.limit ? found.limit(slice.limit).offset(slice.offset) : found).execute();
}

/** The number of requests of these kinds, and of those that wait or run. */
export async function countRequests(
  tx: Tx,
  { user_id, kinds }: { user_id: number; kinds: readonly RequestKind[] },
): Promise<{ total: number; open: number }> {
  return tx
    .selectFrom('requests')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', 'in', ['pending', 'running']).as('open'),
    ])
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow();
}

/** Requests of these kinds that wait or run, oldest first. */
export async function listOpenRequests(
  tx: Tx,
  { user_id, kinds }: { user_id: number; kinds: readonly RequestKind[] },
): Promise<{ id: number; kind: RequestKind; agent_id: number | null; profile_path: string | null }[]> {
  return tx
    .selectFrom('requests')
    .select(['id', 'kind', 'agent_id', 'profile_path'])
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .where('status', 'in', ['pending', 'running'])
    .orderBy('id')
    .execute();
}

/**
 * Deletes requests of these kinds that ended 10 minutes ago or earlier, and returns how many. Each machine's last list
 * of Firefox profiles stays (docs/behaviour.md#requests).
 */
export async function cleanUpRequests(
  tx: Tx,
  { user_id, kinds, now }: { user_id: number; kinds: readonly RequestKind[]; now: Date },
): Promise<number> {
  const removed = await tx
    .deleteFrom('requests')
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .where('completed_at', '<=', timeoutsAt(now).finishedBefore.toISOString())
    .where(
      sql<SqlBool>`id <> all (
        select max(last.id) from requests last
        join agents on agents.user_id = last.user_id and agents.id = last.agent_id and agents.revoked_at is null
        where last.user_id = ${user_id} and last.kind = 'list' and last.status = 'completed'
        group by last.agent_id)`,
    )
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

/** Fails unanswered requests of all users. */
export async function failUnansweredRequests(tx: Tx, now: Date): Promise<void> {
  const { waitingSince, unreadWaitingSince, silentSince } = timeoutsAt(now);
  await sql`
    update requests set status = 'failed', error_message = ${REQUEST_TIMED_OUT}, completed_at = ${now}
    where status in ('pending', 'running') and case
      when status = 'running' then last_sign_at <= ${silentSince}
      when kind in ('unread', 'replies') then created_at <= ${unreadWaitingSince}
      else created_at <= ${waitingSince} end`.execute(tx);
}
