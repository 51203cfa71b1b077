import { canaryRoom } from '@pigeonpost/contract/rules/caps';
import { type Candidate, isNext } from '@pigeonpost/contract/rules/claim';
import type { CanaryFacts } from '@pigeonpost/contract/rules/facts';
import { isCountingDown, maySend } from '@pigeonpost/contract/rules/time';
import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import {
  type AccountRow,
  type CampaignRow,
  type CandidateRows,
  readAccount,
  readCampaign,
  readCandidates,
} from '../../../engine/read-facts.ts';

/** What decides whether and how far a campaign goes on by itself. */
export interface GoingOn {
  /** It runs, and its owner may send. */
  is_sending: boolean;
  is_follow_up: boolean;
  countdown_until: string | null;
  /** How many new people its canary still lets be taken; infinity: any number. */
  canary_room: number;
  /** Its profiles that are at work on somebody. */
  busy: number[];
}

/** The campaign exists. */
export async function findGoingOn(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<GoingOn> {
  const { rows } = await sql<GoingOnRow>`
    select account_facts(u, s) as account, campaign_facts(c) as campaign, canary, is_canary_over, total_sent, total_failed,
      in_work,
      array(select p.id from campaign_profiles used
        join profiles p on p.user_id = used.user_id and p.id = used.profile_id
        where used.user_id = c.user_id and used.campaign_id = c.id and p.lease_token is not null) as busy
    from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join users u on u.id = c.user_id
    left join settings s on s.user_id = c.user_id
    where c.user_id = ${user_id} and c.id = ${campaign_id}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('A campaign of a plan is gone.');
  const account = readAccount(found.account);
  const campaign = readCampaign(found.campaign);
  const { countdown_until } = campaign;
  const isStarting = countdown_until !== null && isCountingDown(campaign, now.getTime());
  return {
    is_sending: campaign.status === 'running' && maySend(account, now.getTime()) && !account.is_frozen,
    is_follow_up: campaign.is_follow_up,
    countdown_until: isStarting ? new Date(countdown_until).toISOString() : null,
    canary_room: canaryRoom(found),
    busy: found.busy,
  };
}

interface GoingOnRow extends CanaryFacts, Pick<GoingOn, 'busy'> {
  account: AccountRow;
  campaign: CampaignRow;
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

/** The next people of a line, without those whom a claim would pass over, by the claim's own rule. */
export async function listNextInLine(
  tx: Tx,
  key: CampaignKey,
  { now, limit }: { now: Date; limit: number },
): Promise<Waiting[]> {
  const found: Candidate[] = [];
  let after: number | null = null;
  for (let read = 0; read < MOST_READ && found.length < limit; read += READ_AT_ONCE) {
    const { account, running, people } = await readLine(tx, key, after);
    found.push(...people.filter((one) => isNext(one, { account, running, now: now.getTime() })));
    const last = people.at(-1);
    if (!last || people.length < READ_AT_ONCE) break;
    after = last.position;
  }
  return found.slice(0, limit).map(({ id, person: { recipient } }) => ({
    recipient_id: id,
    recipient,
    retry_at: null,
    is_retry: false,
  }));
}

/** A page of a line, of a follow-up whichever profile its people are for. */
async function readLine(tx: Tx, { user_id, campaign_id }: CampaignKey, after: number | null) {
  const { rows } = await sql<LinePage>`
    select account_facts(u, s) as account, campaign_facts(c) as campaign,
      case when has_stop_link(c.parts) then sample_stop_link()->>'optout' end as stop_link,
      candidate_facts(c, s, array(select r.id from recipients r
        where r.user_id = c.user_id and r.list_id = c.list_id and r.status = 'pending'
          and r.position > coalesce(${after}::bigint, case when g.passed then 0 else g.cursor end)
          and r.position <= coalesce(c.mark, ${NO_MARK}::bigint)
        order by r.position limit ${READ_AT_ONCE})) as people
    from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join users u on u.id = c.user_id
    left join settings s on s.user_id = c.user_id
    where c.user_id = ${user_id} and c.id = ${campaign_id}`.execute(tx);
  const [page] = rows;
  if (!page) throw new Error('A campaign of a line is gone.');
  const { stop_link } = page;
  return {
    account: readAccount(page.account),
    running: { campaign: readCampaign(page.campaign), stop_link },
    people: readCandidates(page.people),
  };
}

interface LinePage {
  account: AccountRow;
  campaign: CampaignRow;
  stop_link: string | null;
  people: CandidateRows;
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
