import { DEFAULT_SETTINGS } from '@pigeonpost/contract/settings';
import { drawnPace } from '../campaigns/standing.ts';
import { MOVES_COLUMNS, movingStatement } from './moves.ts';

/** Logged for a delivery whose outcome nobody knows (3-decisions, Never twice). */
export const OUTCOME_UNKNOWN = 'Outcome unknown: not sent again';
const IN_USE_SECONDS = 60;

/**
 * The table of results (engine.md, States), read from above: the first line that fits gives the state, null is
 * stale. `mine`: the row's last token is the call's.
 */
const VERDICT = `case
    when c.id is null then null
    when f.mine and d.state in ('leased', 'sending') then case given.outcome
      when 'unknown' then 'uncertain'
      when 'failed' then
        case when given.blocked or given.in_use or d.failures < coalesce(s.max_retries, ${DEFAULT_SETTINGS.max_retries}) then 'waiting'
          else 'failed' end
      else given.outcome end
    -- Said again, or after its lease had ended: certainly nothing was sent, as was assumed.
    when f.mine and d.state = 'waiting' and given.outcome = 'failed' then 'waiting'
    when f.mine and d.state = case given.outcome when 'unknown' then 'uncertain' else given.outcome end then d.state
    when given.outcome = 'sent' and d.state is distinct from 'sent' then 'sent'
    when given.outcome = 'failed' and d.state = 'uncertain' and f.mine then 'failed'
    when given.outcome = 'unknown'
      and (d.state is null or d.state in ('leased', 'waiting') or d.state = 'sending' and f.mine) then 'uncertain'
  end`;

/** Whether the profile's pace starts anew: a message went out, or may have, since it was last counted. */
const IS_PACED = `(j.verdict <> 'waiting' or j.outcome = 'failed' and not j.blocked)
  and (j.mine and j.was in ('leased', 'sending', 'waiting') or j.was = 'sending')`;

/**
 * $2 users, $3 tokens, $4 campaigns, $5 recipients, $6 outcomes, $7 blocked, $8 profile in use, $9 reasons,
 * $10 draws.
 */
export const RESULT = movingStatement(
  `judged as materialized (
    select given.*, f.mine, d.state as was, d.failures, d.ended_at, ${VERDICT} as verdict,
      ${drawnPace('s', 'given.draw')} as due
    from unnest($2::bigint[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::boolean[], $8::boolean[],
        $9::text[], $10::float8[]) with ordinality
      as given (user_id, token, campaign_id, recipient_id, outcome, blocked, in_use, reason, draw, ord)
    left join campaigns c on c.user_id = given.user_id and c.id = given.campaign_id
    left join deliveries d on d.user_id = given.user_id and d.campaign_id = given.campaign_id
      and d.recipient_id = given.recipient_id
    left join settings s on s.user_id = given.user_id
    cross join lateral (select coalesce(d.token = given.token, false) as mine) f),
  ${MOVES_COLUMNS} as materialized (
    select j.ord, j.user_id, j.campaign_id, j.recipient_id, j.verdict, null::bigint, j.token, null::bigint,
      null::timestamptz,
      case when j.outcome = 'failed' and j.was in ('leased', 'sending') and not j.blocked and not j.in_use
        then j.failures + 1 end,
      j.reason,
      case when j.verdict = 'waiting' and j.was <> 'waiting' then
        case when j.blocked or j.in_use then $1::timestamptz else j.due end end,
      case when j.verdict = 'waiting' and j.in_use then $1::timestamptz + interval '${IN_USE_SECONDS} seconds'
        when ${IS_PACED} then j.due end,
      j.blocked and j.mine, true,
      case when j.verdict = j.was then null
        when j.verdict = 'sent' then 'message_sent'
        when j.verdict <> 'waiting' then 'message_failed'
        when j.in_use or not j.blocked then 'retry' end,
      case j.verdict when 'sent' then '' when 'uncertain' then '${OUTCOME_UNKNOWN}'
        when 'not_found' then 'Name not found'
        when 'waiting' then
          case when j.in_use then 'The profile is open in your own Firefox: trying again in a minute'
            else coalesce(j.reason, 'Nothing was sent: trying again later') end
        else coalesce(j.reason, 'Nothing was sent') end
    from judged j
    where j.verdict is not null
      and (j.was is distinct from j.verdict or j.blocked and j.mine and j.ended_at is null)),
  answers as (select ord, coalesce(verdict, 'stale') as verdict from judged)`,
);
