import { OUTCOME_UNKNOWN } from '@pigeonpost/contract/campaigns';
import { drawnPace, IN_USE_SECONDS, maxRetries } from './pace.ts';
import { transitionStatement } from './transitions.ts';

/**
 * The table of docs/engine.md#results: the first line that fits gives the state, null is stale. `mine`: the row's
 * last token is the one of the call. `is_foreign`: another server handed it out; `is_ours`: this one did, to a
 * recipient of the campaign, which a result without a row needs.
 */
const VERDICT = `case
    when c.id is null or f.is_foreign or d.state is null and not f.is_ours then null
    when f.mine and d.state in ('leased', 'sending') then case given.outcome
      when 'unknown' then 'uncertain'
      when 'failed' then
        case when f.is_uncounted or d.failures < ${maxRetries('s')} then 'waiting'
          else 'failed' end
      else given.outcome end
    -- Repeated, or late after the lease ended: certainly nothing was sent, which was assumed anyway.
    when f.mine and d.state = 'waiting' and given.outcome = 'failed' then
      case when f.counts_late and d.failures >= ${maxRetries('s')} then 'failed' else 'waiting' end
    when f.mine and d.state = case given.outcome when 'unknown' then 'uncertain' else given.outcome end then d.state
    when given.outcome = 'sent' and d.state is distinct from 'sent' then 'sent'
    when given.outcome = 'failed' and d.state = 'uncertain' and f.mine then 'failed'
    when given.outcome = 'unknown'
      and (d.state is null or d.state in ('leased', 'waiting') or d.state = 'sending' and f.mine) then 'uncertain'
  end`;

/** Whether the pace starts again: since it was last counted a message went out, or may have. */
const IS_PACED = `(verdict <> 'waiting' or outcome = 'failed' and was <> 'waiting' and not rests)
  and (mine and was in ('leased', 'sending', 'waiting') or was = 'sending')`;

/** $2 the calls, as JSON, $3 this server's id. */
export const RESULT = transitionStatement({
  tables: `judged as materialized (
    select given.*, f.*, d.state as was, d.failures, d.ended_at, ${VERDICT} as verdict,
      ${drawnPace('s', 'given.draw')} as due_at
    from json_to_recordset($2::json) as given (ord bigint, user_id bigint, token uuid, campaign_id bigint,
      recipient_id bigint, server_id uuid, outcome text, blocked boolean, signed_out boolean,
      profile_in_use boolean, reason text, draw float8)
    left join campaigns c on c.user_id = given.user_id and c.id = given.campaign_id
    left join deliveries d on d.user_id = given.user_id and d.campaign_id = given.campaign_id
      and d.recipient_id = given.recipient_id
    left join settings s on s.user_id = given.user_id
    -- One that the list had when the campaign started; a restored campaign may have lost its start.
    left join recipients r on r.user_id = given.user_id and r.id = given.recipient_id and r.list_id = c.list_id
      and r.position <= coalesce(c.mark, r.position)
    cross join lateral (
      select coalesce(d.token = given.token, false) as mine,
        coalesce(given.blocked, false) or coalesce(given.signed_out, false) as rests) word
    cross join lateral (
      select word.*, given.server_id <> $3 as is_foreign,
        coalesce(given.server_id = $3, false) and r.id is not null as is_ours,
        word.rests or coalesce(given.profile_in_use, false) as is_uncounted) told
    cross join lateral (
      -- The lease ended before begin, uncounted, and this is the first report of its agent on it.
      select told.*, coalesce(told.mine and d.state = 'waiting' and d.lapsed_token = given.token
        and d.ended_at is null and given.outcome = 'failed' and not told.is_uncounted, false) as counts_late) f)`,
  transitions: [
    {
      columns: {
        ord: 'ord',
        user_id: 'user_id',
        campaign_id: 'campaign_id',
        recipient_id: 'recipient_id',
        state: 'verdict',
        token: 'token',
        failures: `case when counts_late or outcome = 'failed' and was in ('leased', 'sending') and not is_uncounted
          then failures + 1 end`,
        reason: 'reason',
        retry_at: `case when verdict = 'waiting' and was <> 'waiting' then
          case when is_uncounted then $1::timestamptz else due_at end end`,
        due_at: `case
          when verdict = 'waiting' and profile_in_use then $1::timestamptz + interval '${IN_USE_SECONDS} seconds'
          when ${IS_PACED} then due_at end`,
        blocks: 'blocked and mine',
        signs_out: 'signed_out and mine',
        reports: 'true',
        action: `case when verdict = was then null
          when verdict = 'sent' then 'message_sent'
          when verdict <> 'waiting' then 'message_failed'
          when profile_in_use or not rests then 'retry' end`,
        message: `case verdict when 'sent' then '' when 'uncertain' then '${OUTCOME_UNKNOWN}'
          when 'not_found' then 'Name not found'
          when 'waiting' then
            case when profile_in_use then 'The profile is open in your own Firefox: trying again in a minute'
              else coalesce(reason, 'Nothing was sent: trying again later') end
          else coalesce(reason, 'Nothing was sent') end`,
      },
      from: `judged where verdict is not null
        and (was is distinct from verdict or counts_late or rests and mine and ended_at is null)`,
    },
  ],
  answers: `select ord, coalesce(verdict, 'stale') as verdict from judged`,
});
