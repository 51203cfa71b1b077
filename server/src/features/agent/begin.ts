import { type BeginRefusal, GRANT_SECONDS, SENDING_LEASE_SECONDS } from '@pigeonpost/contract/agent';
import type { Step } from '../campaigns/effects.ts';
import { pauseUnfitCampaigns } from '../campaigns/pause-unfit.ts';
import { isAble, isInGoodStanding } from '../campaigns/standing.ts';
import { lockEngine } from './engine-lock.ts';
import { move } from './move.ts';
import { MOVES_COLUMNS, movingStatement } from './moves.ts';

export interface BeginCall {
  userId: number;
  token: string;
}

export type BeginVerdict = 'granted' | BeginRefusal;

/**
 * Opens the door to sending, or says why not, for each of the calls in its order (engine.md, begin). Each token
 * at most once in a batch.
 */
export async function beginDeliveries(step: Step, calls: BeginCall[]): Promise<BeginVerdict[]> {
  const users = calls.map(({ userId }) => userId);
  await lockEngine(step.tx, { userIds: users });
  const answers = await move<{ ord: number; verdict: BeginVerdict }>(step, {
    name: 'begin',
    text: BEGIN,
    values: [users, calls.map(({ token }) => token), GRANT_SECONDS, SENDING_LEASE_SECONDS],
  });
  const refused = answers.filter(({ verdict }) => verdict === 'subscription');
  await pauseUnfitCampaigns(step, [...new Set(refused.map(({ ord }) => users[ord - 1] ?? 0))]);
  return answers.map(({ verdict }) => verdict);
}

/** $2 users, $3 tokens, $4 seconds of a grant, $5 seconds of the lease while sending. */
const BEGIN = movingStatement(
  `judged as materialized (
    select given.ord, given.user_id, p.lease_campaign_id, p.lease_recipient_id, p.id as profile_id, given.token,
      d.state,
      case
        when p.id is null then 'lease_over'
        -- Asked again: nothing is written, whatever the campaign is now. Putting the row back would let a late
        -- copy of the request undo a message that is already out.
        when d.state = 'sending' then
          case when p.lease_until >= $1::timestamptz + make_interval(secs => $4::int) then 'granted' else 'lease_over' end
        when p.lease_until <= $1 then 'lease_over'
        when c.deleted_at is not null or c.status in ('completed', 'failed') then 'ended'
        when c.status <> 'running' then 'paused'
        when not ${isInGoodStanding('u')} then 'subscription'
        when p.blocked_at is not null then 'profile_blocked'
        when not ${isAble('p')} then 'profile_inactive'
        when r.status is distinct from 'pending' or r.campaign_id is distinct from c.id then 'gone'
        when exists (select from do_not_contact x where x.user_id = given.user_id and x.recipient = r.recipient)
          then 'do_not_contact'
        else 'granted'
      end as verdict
    from unnest($2::bigint[], $3::uuid[]) with ordinality as given (user_id, token, ord)
    join users u on u.id = given.user_id
    left join profiles p on p.user_id = given.user_id and p.lease_token = given.token
    left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
    left join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    left join recipients r on r.user_id = p.user_id and r.id = p.lease_recipient_id),
  ${MOVES_COLUMNS} as materialized (
    select ord, user_id, lease_campaign_id, lease_recipient_id,
      case when verdict = 'granted' then 'sending' when verdict in ('gone', 'do_not_contact') then 'skipped'
        else 'waiting' end,
      profile_id, token, null::bigint,
      case when verdict = 'granted' then $1::timestamptz + make_interval(secs => $5::int) end, null::int,
      null::text, $1::timestamptz, null::timestamptz, false, false,
      case when verdict in ('gone', 'do_not_contact') then 'skipped' end,
      case verdict when 'gone' then 'No longer pending in its list'
        when 'do_not_contact' then 'On your do-not-contact list' end
    from judged where state = 'leased' and verdict <> 'lease_over'),
  answers as (select ord, verdict from judged)`,
);
