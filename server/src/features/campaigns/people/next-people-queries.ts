import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';

/** What decides whether and how far a campaign goes on by itself. */
export interface GoingOn {
  /** It runs, and its owner may send. */
  is_sending: boolean;
  is_follow_up: boolean;
  countdown_until: string | null;
  /** How many new people its canary still lets be taken; null: any number. */
  canary_room: number | null;
  /** Its profiles that are at work on somebody. */
  busy: number[];
}

/** The campaign exists. */
export async function findGoingOn(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<GoingOn> {
  const { rows } = await sql<GoingOn>`
    select c.status = 'running' and may_send(u, ${now}) and u.frozen_at is null as is_sending,
      c.follows_campaign_id is not null as is_follow_up,
      case when is_counting_down(c.countdown_until, ${now}) then c.countdown_until end as countdown_until,
      canary_room(c, g) as canary_room,
      array(select p.id from campaign_profiles used
        join profiles p on p.user_id = used.user_id and p.id = used.profile_id
        where used.user_id = c.user_id and used.campaign_id = c.id and p.lease_token is not null) as busy
    from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join users u on u.id = c.user_id
    where c.user_id = ${user_id} and c.id = ${campaign_id}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('A campaign of a plan is gone.');
  return found;
}

/** A person who waits in the line of a campaign, or to be tried again. */
export interface Waiting {
  recipient_id: number;
  recipient: string;
  /** Before this their turn does not come; null: they stand in the line. */
  retry_at: string | null;
  /** Whether a try failed: who was only put back waits too. */
  is_retry: boolean;
}

/** Beyond every position in a line: the campaign has no mark yet. */
const NO_MARK = '9223372036854775807';
const READ_AT_ONCE = 250;
/** Behind so many who would be passed over nobody is looked for. */
const MOST_READ = 2_000;

/** The next people of a line, without those whom a claim would pass over, as the claim itself reads and judges them. */
export async function listNextInLine(
  tx: Tx,
  key: CampaignKey,
  { now, limit }: { now: Date; limit: number },
): Promise<Waiting[]> {
  const found: InLine[] = [];
  let after: string | null = null;
  for (let read = 0; read < MOST_READ && found.length < limit; read += READ_AT_ONCE) {
    const page = await readLine(tx, key, { now, after });
    found.push(...page.filter(({ is_next }) => is_next));
    const last = page.at(-1);
    if (!last || page.length < READ_AT_ONCE) break;
    after = last.position;
  }
  return found
    .slice(0, limit)
    .map(({ recipient_id, recipient }) => ({ recipient_id, recipient, retry_at: null, is_retry: false }));
}

interface InLine extends Omit<Waiting, 'retry_at' | 'is_retry'> {
  position: string;
  is_next: boolean;
}

async function readLine(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { now, after }: { now: Date; after: string | null },
): Promise<InLine[]> {
  const { rows } = await sql<InLine>`
    select candidate.id as recipient_id, candidate.recipient, candidate.position::text as position,
      candidate.is_known is null and not candidate.is_held and skip_reason(false, candidate.is_refused,
        candidate.messaged, candidate.left_alone, null, case when candidate.blanks is not null
          then unfit_reason(needs_of(c.parts), candidate.recipient, candidate.blanks) end) is null as is_next
    from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join users u on u.id = c.user_id
    left join settings s on s.user_id = c.user_id
    cross join lateral (select row(c.id, c.list_id, c.started_at, c.leave_out, coalesce(c.mark, ${NO_MARK}::bigint),
      coalesce(${after}::bigint, case when g.passed then 0 else g.cursor end), null, '-infinity', 0, false, false, 0,
      needs_of(c.parts), null, null, '{}')::campaign_line as line offset 0) place
    cross join lateral unnest(case when c.follows_campaign_id is null
      then next_in_line(${now}, u, s, place.line, ${READ_AT_ONCE})
      else next_of_follow_up(${now}, u, s, place.line, ${READ_AT_ONCE}) end) candidate
    where c.user_id = ${user_id} and c.id = ${campaign_id}
    order by candidate.position`.execute(tx);
  return rows;
}

/** Those who wait to be tried again, the earliest first. */
export async function listRetries(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  limit: number,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select d.recipient_id, r.recipient, d.retry_at, d.failures > 0 as is_retry from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
      and has_left(r.status, r.position, c.mark, d.settled_token) is not true
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.state = 'waiting' and d.retry_at is not null
    order by d.retry_at, d.recipient_id limit ${limit}`.execute(tx);
  return rows;
}
