-- What the tables say of reports, by which contract/src/rules/result.ts decides what becomes of their deliveries, and as `rows`
-- what follows from that (docs/engine.md#results). Begins a step: takes the users' locks. A user's recipient may occur once.
-- `this_server` is the id of this database. Moments are milliseconds since 1970, whole.
create function read_result_facts(given_moment timestamptz, users bigint[], calls json, this_server uuid)
returns json language plpgsql as $$
declare
  moment timestamptz := date_trunc('milliseconds', lock_users(users, given_moment));
  facts json;
begin
  -- What no report needs is not read: each function is asked where its answer can matter.
  select json_agg(json_build_object('state', d.state, 'failures', d.failures,
    'is_own', is_own, 'has_lapsed', coalesce(d.lapsed_token = call.token, false), 'is_heard', d.ended_at is not null,
    'is_settled', coalesce(d.settled_token = call.token, false),
    'is_lent', not is_own and is_lease_token(call.user_id, call.token),
    'has_campaign', c.id is not null, 'is_over', coalesce(c.status in ('completed', 'failed'), false),
    'is_deleted', c.deleted_at is not null, 'is_of_here', call.server_id = this_server,
    'had_recipient', d.state is null and c.id is not null and had_recipient(c, call.recipient_id),
    'trace', case when d.state is null
      then trace_facts(call.user_id, call.campaign_id, call.recipient_id, call.token) end,
    'is_frozen', u.frozen_at is not null,
    'backup_at', milliseconds(f.backup_at), 'known_until', milliseconds(f.known_until),
    'told', case when call.outcome in ('sent', 'unknown') and (not is_own or d.begun_at is null)
      then told_facts(u, d.profile_id, case when not is_own and call.profile_path is not null
        then find_told_profile(call.user_id, call.profile_path, c, call.recipient_id) end) end,
    'max_retries', max_retries(s), 'delay_start', coalesce(s.delay_start, default_delay_start()),
    'delay_end', coalesce(s.delay_end, default_delay_end()),
    'in_use_until', milliseconds(moment + make_interval(secs => in_use_seconds())),
    'profile', case when is_own and (call.blocked or call.signed_out or call.machine_fault or call.obstacle is not null)
      then resting_profile(call.user_id, d.profile_id) end,
    'in_work', g.in_work, 'is_last', case when g.in_work <= json_array_length(calls) then is_last(c, g) end,
    'obstacle_facts', case when call.obstacle is not null and is_own and has_lease(d.state)
      then obstacle_facts(g, d.profile_id) end) order by call.ord)
  into facts
  from json_to_recordset(calls) as call (ord bigint, user_id bigint, token uuid, campaign_id bigint, recipient_id bigint,
    server_id uuid, outcome text, blocked boolean, signed_out boolean, machine_fault boolean, obstacle text,
    profile_path text)
  left join campaigns c on c.user_id = call.user_id and c.id = call.campaign_id
  left join campaign_progress g on g.user_id = call.user_id and g.campaign_id = call.campaign_id
  left join deliveries d on d.user_id = call.user_id and d.campaign_id = call.campaign_id
    and d.recipient_id = call.recipient_id
  left join settings s on s.user_id = call.user_id
  left join users u on u.id = call.user_id
  left join freezes f on f.user_id = call.user_id
  cross join lateral (select coalesce(d.token = call.token, false) as is_own offset 0) row;
  return json_build_object('moment', milliseconds(moment), 'facts', coalesce(facts, '[]'),
    'rows', read_change_facts(moment, calls));
end $$;

-- Writes what was decided of reports, and gives the events: `changes` with what they count and note, `rests`, what profiles rest
-- for, and `counters` with messages that a restore has forgotten; null: there are none. Of the campaigns to judge then it gives
-- what course_facts says.
create function record_results(moment float8, changes json, counted json, rests json, counters json, to_judge json) returns json
language plpgsql as $$
declare
  at_moment timestamptz := to_timestamp(moment / 1000);
  events json[] := write_changes(at_moment, changes, counted) || record_rests(at_moment, rests);
begin
  if counters is not null then perform write_counters(counters); end if;
  return json_build_object('events', to_json(events), 'courses', courses_of(to_judge));
end $$;

-- Whether the token is at present the lease of some delivery of the user. A function with a body of its own, like the next
-- one, because a subquery would be started for each result, and few results ask this.
create function is_lease_token(of_user bigint, of_token uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from profiles where user_id = of_user and lease_token = of_token);
end $$;

-- Whether the campaign's list had this recipient when it started. A restored campaign may have lost its start, and an owner
-- may have moved the recipient behind the mark since.
create function had_recipient(c campaigns, of_recipient bigint) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from recipients r where r.user_id = c.user_id and r.id = of_recipient and r.list_id = c.list_id
      and (c.mark is null or r.position <= c.mark or r.created_at < c.started_at));
end $$;
