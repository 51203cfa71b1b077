import type { RequestStatus } from '@pigeonpost/contract/agent';
import type { PacedProfile } from '@pigeonpost/contract/rules/facts';
import { sql } from 'kysely';
import { toJsonb } from '../../database/sql/jsonb.ts';
import type { Tx } from '../../database/transaction.ts';
import { readSince, sentSince } from './read-since-queries.ts';

/** A profile whose replies a machine is asked to read, as its payload has it. */
export interface AskedProfile {
  profile_id: number;
  profile_name: string;
  profile_path: string;
  /** The moment from which they are read. */
  since: string;
}

export interface ReadableProfile extends Omit<AskedProfile, 'since'> {
  agent_id: number | null;
  is_active: boolean;
  is_signed_out: boolean;
  /** Whether its machine can read replies. */
  reads_replies: boolean;
  /** Null: it has written to nobody lately. */
  since: string | null;
}

/** The user's profiles, with what keeps their replies from being read. */
export async function listReadableProfiles(
  tx: Tx,
  { user_id, now }: { user_id: number; now: Date },
): Promise<ReadableProfile[]> {
  const { rows } = await sql<ReadableProfile>`
    select profiles.id as profile_id, profile_name, profile_path, agent_id, profiles.is_active,
      signed_out_at is not null as is_signed_out, coalesce(agents.reads_replies, false) as reads_replies,
      ${readSince(now)} as since
    from profiles
    join users on users.id = profiles.user_id
    left join agents on agents.user_id = profiles.user_id and agents.id = agent_id and agents.revoked_at is null
    where profiles.user_id = ${user_id} and profiles.deleted_at is null
    order by profiles.id`.execute(tx);
  return rows;
}

const SENT_WITHIN_DAYS = 14;

/** A profile whose replies are due, on a machine that is free. */
export interface DueProfile extends AskedProfile {
  user_id: number;
  agent_id: number;
  paced: PacedProfile;
  /** When its next message is due, in milliseconds. */
  due_at: number | null;
  /** The running campaigns that use it, where that is before the given moment. */
  campaigns: number[];
}

/** These profiles of all users, of each machine first the one whose replies were read longest ago. */
export async function listDueProfiles(
  tx: Tx,
  { now, connectedSince, soon }: { now: Date; connectedSince: Date; soon: Date },
): Promise<DueProfile[]> {
  const { rows } = await sql<DueProfile>`
    select profiles.user_id, agent_id, profiles.id as profile_id, profile_name, profile_path, ${readSince(now)} as since,
      profile_facts(profiles) as paced, milliseconds(next_send_at) as due_at,
      case when coalesce(next_send_at < ${soon}, true) then array(
        select c.id from campaign_profiles used
        join campaigns c on c.user_id = used.user_id and c.id = used.campaign_id and c.status = 'running'
          and c.deleted_at is null
        where used.user_id = profiles.user_id and used.profile_id = profiles.id) else '{}' end as campaigns
    from settings
    join users on users.id = settings.user_id and users.is_active
    join profiles on profiles.user_id = settings.user_id and profiles.deleted_at is null and profiles.is_active
      and signed_out_at is null and lease_token is null
      and coalesce(fault_until <= ${now}, true)
      and coalesce(replies_read_at <= ${now}::timestamptz - make_interval(hours => read_replies_hours), true)
      -- What failed is tried again within the hour.
      and coalesce(replies_asked_at <= ${now}::timestamptz - interval '1 hour', true)
    join agents on agents.user_id = profiles.user_id and agents.id = agent_id and agents.revoked_at is null
      and agents.reads_replies and agents.last_seen_at > ${connectedSince}
      and profile_path <> all (agents.open_paths)
    where read_replies_hours is not null
      and ${sentSince({ now, days: SENT_WITHIN_DAYS })} is not null
      and not exists (select from requests r where r.user_id = profiles.user_id and r.kind = 'replies'
        and r.status in ('pending', 'running') and r.agent_id = profiles.agent_id)
    order by profiles.user_id, agent_id, replies_read_at nulls first, profiles.id`.execute(tx);
  return rows;
}

/** Notes that machines were asked to read the replies of these profiles. */
export async function noteAsked(
  tx: Tx,
  { user_id, profile_ids, now }: { user_id: number; profile_ids: number[]; now: Date },
): Promise<void> {
  await sql`
    update profiles set replies_asked_at = ${now}
    where user_id = ${user_id} and id = any (${profile_ids}::bigint[])`.execute(tx);
}

/** Notes that a profile's replies were read up to this moment; never back, because results may come late. */
export async function noteRead(
  tx: Tx,
  { user_id, profile_id, read_to, now }: { user_id: number; profile_id: number; read_to: string; now: Date },
): Promise<void> {
  await sql`
    update profiles set replies_read_at = greatest(replies_read_at, least(${read_to}::timestamptz, ${now}))
    where user_id = ${user_id} and id = ${profile_id}`.execute(tx);
}

// As long as agents keep their journals.
const FORGOTTEN_DAYS = 30;

/**
 * After a restore: the replies of a machine's profiles are read only up to it, because those to forgotten messages may have
 * been dropped since. Gives the profiles whose replies their owner has read.
 */
export async function forgetReading(
  tx: Tx,
  { user_id, agent_id, now }: { user_id: number; agent_id: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_read: boolean }>`
    update profiles p set replies_read_at = least(p.replies_read_at, f.known_at)
    from (select coalesce(backup_at, known_until) as known_at from freezes where user_id = ${user_id}) f
    where p.user_id = ${user_id} and p.agent_id = ${agent_id} and p.deleted_at is null
      and f.known_at > ${now}::timestamptz - make_interval(days => ${FORGOTTEN_DAYS})
    returning p.id, old.replies_read_at is not null
      or exists (select from settings where user_id = ${user_id} and read_replies_hours is not null) as is_read`.execute(
    tx,
  );
  return rows.flatMap(({ id, is_read }) => (is_read ? [id] : []));
}

/** One machine's part of a reading; a reading's id is that of its first part. */
export interface ReadingPart {
  id: number;
  payload: { profiles: AskedProfile[]; reading_id?: number };
  status: RequestStatus;
  results: unknown;
  error_message: string | null;
  created_at: string;
  completed_at: string | null;
}

/** The parts of the user's newest reading, in order; none without one. */
export async function listLastReading(tx: Tx, user_id: number): Promise<ReadingPart[]> {
  const { rows } = await sql<ReadingPart>`
    with parts as (
      select *, coalesce((payload->>'reading_id')::bigint, id) as reading from requests
      where user_id = ${user_id} and kind = 'replies')
    select id, payload, status, results, error_message, created_at, completed_at from parts
    where reading = (select max(reading) from parts) order by id`.execute(tx);
  return rows;
}

/** A running request for what is read in profiles; undefined if it is another, or not running. */
export async function findRunningReading(
  tx: Tx,
  { user_id, request_id }: { user_id: number; request_id: number },
): Promise<(Pick<ReadingPart, 'id' | 'payload' | 'results'> & { agent_id: number | null }) | undefined> {
  const { rows } = await sql<Pick<ReadingPart, 'id' | 'payload' | 'results'> & { agent_id: number | null }>`
    select id, agent_id, payload, results from requests
    where user_id = ${user_id} and id = ${request_id} and status = 'running'
      and kind in ('replies', 'unread')`.execute(tx);
  return rows[0];
}

/** Lets a machine go on reading a profile from where the last part of a reading was cut. */
export async function insertNextPart(
  tx: Tx,
  part: {
    user_id: number;
    agent_id: number | null;
    profile: AskedProfile;
    reading_id: number | undefined;
    now: Date;
  },
): Promise<void> {
  const { user_id, agent_id, profile, reading_id, now } = part;
  const payload = { profiles: [profile], ...(reading_id !== undefined && { reading_id }) };
  await sql`
    insert into requests (user_id, kind, agent_id, payload, created_at)
    values (${user_id}, 'replies', ${agent_id}, ${toJsonb(payload)}::jsonb, ${now})`.execute(tx);
}
