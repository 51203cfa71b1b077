import type { CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { deliveries, IN_STATE, line, type PeopleSearch, undecided } from './people-queries.ts';

/** A recipient's row in a file; the time is in the user's zone. Missing fields are empty. */
export interface ExportedPerson {
  recipient: string;
  state: CampaignPerson['state'];
  reason: string;
  profile_name: string;
  at: string;
}

/** Some people, and the start of the next ones; null after the last. */
export interface PeopleAfter {
  people: ExportedPerson[];
  next: number | null;
}

type Kind = Exclude<PeopleFilter, 'pending' | 'failed'>;

interface After extends PeopleSearch {
  /** The `next` of the previous page. */
  after: number;
  limit: number;
}

/** The next tried recipients of a kind, by id. */
export async function listTriedAfter(tx: Tx, { who, ...after }: After & { who: Kind }): Promise<PeopleAfter> {
  return readAfter(
    tx,
    after,
    sql`select d.recipient_id from ${deliveries(after)} and ${IN_STATE[who]} and d.recipient_id > ${after.after}
      order by d.recipient_id limit ${after.limit}`,
  );
}

/** The next recipients in work or not reached, by id. */
export async function listUndecidedAfter(tx: Tx, after: After): Promise<PeopleAfter> {
  return readAfter(
    tx,
    after,
    sql`select recipient_id from ${undecided(after)} held where recipient_id > ${after.after}
      order by recipient_id limit ${after.limit}`,
  );
}

/** The next recipients whose turn has not come, by position. */
export async function listLineAfter(tx: Tx, after: After): Promise<PeopleAfter> {
  const { rows } = await sql<{ recipient: string; position: number }>`
    select r.recipient, r.position from ${line(after, after)} order by r.position`.execute(tx);
  const people = rows.map(({ recipient }) => ({ ...IN_LINE, recipient }));
  return { people, next: rows.length < after.limit ? null : (rows.at(-1)?.position ?? null) };
}

const IN_LINE = { state: 'pending', reason: '', profile_name: '', at: '' } as const;

async function readAfter(
  tx: Tx,
  { user_id, campaign_id, limit }: After,
  ids: RawBuilder<unknown>,
): Promise<PeopleAfter> {
  const { rows } = await sql<Omit<ExportedPerson, 'reason'> & { id: number; reason: StoredReason | null }>`
    select d.recipient_id as id, coalesce(r.recipient, '') as recipient, d.state,
      stored_reason(d.state, d.reason_kind, d.reason_args, d.reason) as reason,
      coalesce((select profile_name from profiles p where p.user_id = d.user_id and p.id = d.profile_id), '') as profile_name,
      coalesce(to_char(wall_time(coalesce(d.skipped_at, d.ended_at, d.begun_at), z), 'DD-MM-YYYY HH24:MI'), '') as at
    from (${ids}) page
    join deliveries d on d.user_id = ${user_id} and d.campaign_id = ${campaign_id}
      and d.recipient_id = page.recipient_id
    join users on users.id = d.user_id
    left join time_zones z on z.name = users.time_zone
    left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    order by d.recipient_id`.execute(tx);
  const people = rows.map(({ id: _id, reason, ...person }) => ({
    ...person,
    reason: readReason(reason).words ?? '',
  }));
  return { people, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
