-- Grants sending, or says why not, for each call in order (docs/engine.md#begin). A token may occur once.
create function begin_deliveries(given_moment timestamptz, users bigint[], tokens uuid[]) returns json language plpgsql as $$
declare
  moment timestamptz := lock_users(users, given_moment);
  grants transition[];
  refused transition[];
  verdicts json;
  expired bigint[];
  events json[] := '{}';
begin
  select json_agg(verdict order by ord), array_agg(user_id) filter (where verdict = 'subscription'),
    array_agg(new_transition(ord, user_id, campaign_id, recipient_id, 'sending', profile_id => profile_id, token => token,
      agent_id => agent_id, recipient => recipient,
      lease_until => moment + make_interval(secs => sending_lease_seconds())))
      filter (where state = 'leased' and verdict = 'granted'),
    array_agg(new_transition(ord, user_id, campaign_id, recipient_id,
      case when is_skipped then 'skipped' else 'waiting' end, profile_id => profile_id, token => token,
      -- Who is being messaged by another delivery is looked at again when that may have ended.
      retry_at => case verdict when 'messaged' then moment + interval '30 seconds' else moment end,
      action => case when is_skipped then 'skipped' end,
      message => case when is_skipped then case verdict when 'gone' then 'No longer pending in its list'
        when 'do_not_contact' then 'On your do-not-contact list'
        else messaged end end))
      filter (where state = 'leased' and verdict not in ('granted', 'lease_over'))
  into verdicts, expired, grants, refused
  from (
    select judged.*, verdict in ('gone', 'do_not_contact') or verdict = 'messaged' and messaged is not null as is_skipped
    from (
      select given.ord, given.user_id, p.lease_campaign_id as campaign_id, p.lease_recipient_id as recipient_id,
        p.id as profile_id, p.lease_agent_id as agent_id, given.token, d.state, r.recipient, told.messaged,
        case
          when p.id is null or u.id is null then 'lease_over'
          -- Repeated: nothing is written, whatever the campaign is now. Taking the delivery back would let a delayed
          -- copy of the request undo a message that is already out.
          when d.state = 'sending' then
            case when p.lease_until >= moment + make_interval(secs => grant_seconds()) then 'granted'
              else 'lease_over' end
          when p.lease_until <= moment then 'lease_over'
          when c.deleted_at is not null or c.status in ('completed', 'failed') then 'ended'
          when c.status <> 'running' then 'paused'
          when not may_send(u, moment) then 'subscription'
          when u.frozen_at is not null then 'frozen'
          when p.blocked_at is not null or p.signed_out_at is not null then 'profile_blocked'
          when not is_eligible(p) then 'profile_inactive'
          when r.status is distinct from 'pending' or r.campaign_id is distinct from c.id then 'gone'
          when (select true from do_not_contact x where x.user_id = given.user_id and x.recipient = r.recipient)
            then 'do_not_contact'
          when told.messaged is not null then 'messaged'
          when s.never_twice_days is not null
            -- Several begins at once for one person: the first may be granted, the others wait for its end.
            and (row_number() over (partition by given.user_id, r.recipient order by given.ord) > 1
              or is_being_messaged(given.user_id, r.recipient, moment)) then 'messaged'
          else 'granted'
        end as verdict
      from unnest(users, tokens) with ordinality as given (user_id, token, ord)
      left join users u on u.id = given.user_id
      left join settings s on s.user_id = given.user_id
      left join profiles p on p.user_id = given.user_id and p.lease_token = given.token
      left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
      left join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
        and d.recipient_id = p.lease_recipient_id
      left join recipients r on r.user_id = p.user_id and r.id = p.lease_recipient_id
      cross join lateral (
        select messaged_reason(s, r.recipient, moment, u.time_zone) as messaged offset 0) told
      -- Else the judgement would stand, and be made, in each place that asks for it.
      offset 0) judged
    offset 0) answered;
  if grants is not null then perform count_grants(moment, grants); end if;
  events := change_deliveries(moment, refused, grants => grants);
  if expired is not null then events := events || pause_ineligible(moment, expired); end if;
  return engine_answer(moment, verdicts, events, read_marks(users));
end $$;

-- What a function of the engine tells the server: its moment, its answers, what browsers want to hear, and the users' marks.
create function engine_answer(moment timestamptz, answers json, events json[], marks json default null) returns json
language sql stable
return json_build_object('moment', extract(epoch from moment) * 1000, 'answers', answers, 'events', to_json(events),
  'marks', marks);
