import type { RequestStatus } from '@pigeonpost/contract/agent';
import { REQUEST_TIMED_OUT } from '@pigeonpost/contract/agent';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { byProfileName } from '../profiles/queries.ts';
import { runningCampaignOfProfile } from '../profiles/state-queries.ts';
import { readSince } from '../replies/read-since-queries.ts';

interface CheckedProfile {
  profile_id: number;
  profile_name: string;
  profile_path: string;
}

/** One machine's part of a check. A check's id is that of its first part. */
export interface CheckPart {
  id: number;
  agent_id: number | null;
  payload: { profiles: CheckedProfile[]; check_id?: number };
  status: RequestStatus;
  results: unknown;
  error_message: string | null;
  created_at: string;
  last_sign_at: string | null;
  completed_at: string | null;
}

// For a part: the check it belongs to.
const checkId = sql<number>`coalesce((payload->>'check_id')::bigint, id)`;

/** The parts of these checks, in order. */
export async function listCheckParts(
  tx: Tx,
  { user_id, check_ids }: { user_id: number; check_ids: number[] },
): Promise<CheckPart[]> {
  const parts = await tx
    .selectFrom('requests')
    .select(['id', 'agent_id', 'payload', 'status', 'results', 'error_message'])
    .select(['created_at', 'last_sign_at', 'completed_at'])
    .where('user_id', '=', user_id)
    .where('kind', '=', 'unread')
    .where(sql<SqlBool>`${checkId} = any (${check_ids}::bigint[])`)
    .orderBy('id')
    .execute();
  return parts as unknown as CheckPart[];
}

/** One page of the user's check ids, the newest first, and their number. */
export async function listCheckIds(
  tx: Tx,
  { user_id, slice }: { user_id: number; slice: Slice },
): Promise<{ check_ids: number[]; total: number }> {
  const { rows } = await sql<{ check_ids: number[]; total: number }>`
    with checks as materialized (
      select distinct ${checkId} as id from requests where user_id = ${user_id} and kind = 'unread')
    select (select count(*) from checks) as total,
      array(select id from checks order by id desc limit ${slice.limit} offset ${slice.offset}) as check_ids`.execute(
    tx,
  );
  return rows[0] ?? { check_ids: [], total: 0 };
}

/** Fails checks without a sign of life since then. */
export async function failSilentChecks(
  tx: Tx,
  { user_id, silentSince, now }: { user_id: number; silentSince: Date; now: Date },
): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ status: 'failed', error_message: REQUEST_TIMED_OUT, completed_at: now })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'unread')
    .where('status', 'in', ['pending', 'running'])
    .where(sql<SqlBool>`coalesce(last_sign_at, created_at) <= ${silentSince}`)
    .execute();
}

/** Deletes all checks of a user; a running one ends (docs/behaviour.md#unread-checks). */
export async function deleteChecks(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('requests').where('user_id', '=', user_id).where('kind', '=', 'unread').execute();
}

export interface CheckableProfile extends CheckedProfile {
  /** The moment from which its machine reads replies too; null where it cannot, or nobody could have replied. */
  since: string | null;
  agent_id: number | null;
  is_active: boolean;
  running_campaign: { id: number; name: string } | null;
}

/** The user's profiles, by name, with the reasons not to check them. */
export async function listCheckableProfiles(
  tx: Tx,
  { user_id, now }: { user_id: number; now: Date },
): Promise<CheckableProfile[]> {
  return tx
    .selectFrom('profiles')
    .select(['id as profile_id', 'profile_name', 'profile_path', 'agent_id', 'is_active'])
    .select(runningCampaignOfProfile.as('running_campaign'))
    .select(
      sql<string | null>`(
        select ${readSince(now)} from users
        join agents on agents.user_id = users.id and agents.id = profiles.agent_id and agents.reads_replies
        where users.id = profiles.user_id)`.as('since'),
    )
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy(byProfileName)
    .orderBy('id')
    .execute();
}
