import { type BeginRefusal, GRANT_SECONDS, SENDING_LEASE_SECONDS } from '@pigeonpost/contract/agent';
import { isEligibleProfile, isEligibleUser } from './eligible.ts';
import { lockEngine } from './engine-lock.ts';
import type { Step } from './events.ts';
import { pauseIneligibleCampaigns } from './pause-ineligible.ts';
import { transition, transitionStatement } from './transitions.ts';

export interface BeginCall {
  user_id: number;
  token: string;
}

export type BeginVerdict = 'granted' | BeginRefusal;

/**
 * Grants sending, or says why not, for each call in order (docs/engine.md#begin). A token may occur once in a
 * batch.
 */
export async function beginDeliveries(step: Step, calls: BeginCall[]): Promise<BeginVerdict[]> {
  const users = calls.map(({ user_id }) => user_id);
  await lockEngine(step, { user_ids: users });
  const answers = await transition<{ ord: number; verdict: BeginVerdict }>(step, {
    name: 'begin',
    text: BEGIN,
    values: [users, calls.map(({ token }) => token), GRANT_SECONDS, SENDING_LEASE_SECONDS],
  });
  const refused = answers.filter(({ verdict }) => verdict === 'subscription');
  await pauseIneligibleCampaigns(step, [...new Set(refused.map(({ ord }) => users[ord - 1] ?? 0))]);
  return answers.map(({ verdict }) => verdict);
}

/** $2 users, $3 tokens, $4 seconds of a grant, $5 seconds of the lease while sending. */
const BEGIN = transitionStatement({
  tables: `judged as materialized (
    select given.ord, given.user_id, p.lease_campaign_id, p.lease_recipient_id, p.id as profile_id, given.token,
      d.state,
      case
        when p.id is null then 'lease_over'
        -- Repeated: nothing is written, whatever the campaign is now. Taking the delivery back would let a delayed
        -- copy of the request undo a message that is already out.
        when d.state = 'sending' then
          case when p.lease_until >= $1::timestamptz + make_interval(secs => $4::int) then 'granted' else 'lease_over' end
        when p.lease_until <= $1 then 'lease_over'
        when c.deleted_at is not null or c.status in ('completed', 'failed') then 'ended'
        when c.status <> 'running' then 'paused'
        when not ${isEligibleUser('u')} then 'subscription'
        when p.blocked_at is not null or p.signed_out_at is not null then 'profile_blocked'
        when not ${isEligibleProfile('p')} then 'profile_inactive'
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
    left join recipients r on r.user_id = p.user_id and r.id = p.lease_recipient_id)`,
  transitions: [
    {
      columns: {
        ord: 'ord',
        user_id: 'user_id',
        campaign_id: 'lease_campaign_id',
        recipient_id: 'lease_recipient_id',
        profile_id: 'profile_id',
        token: 'token',
        state: `case when verdict = 'granted' then 'sending' when verdict in ('gone', 'do_not_contact') then 'skipped'
          else 'waiting' end`,
        lease_until: `case when verdict = 'granted' then $1::timestamptz + make_interval(secs => $5::int) end`,
        retry_at: '$1',
        action: `case when verdict in ('gone', 'do_not_contact') then 'skipped' end`,
        message: `case verdict when 'gone' then 'No longer pending in its list'
          when 'do_not_contact' then 'On your do-not-contact list' end`,
      },
      from: `judged where state = 'leased' and verdict <> 'lease_over'`,
    },
  ],
  answers: 'select ord, verdict from judged',
});
