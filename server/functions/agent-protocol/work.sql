-- What work calls, each of another user, are answered by, for each call in order: the requests for its agent, what the tables
-- have of what it knows (contract/src/rules/freeze/copy.ts), and what a claim is judged by (docs/engine.md#claim). is_known is
-- false where the call's session has ended; is_practice: this server is for the practice inbox. awaited_since: since when the
-- user's machines must have called before one is given deliveries; null where nobody is waited for
-- (docs/engine.md#high-water-mark). Moments are milliseconds since 1970, the step's own is whole.
create function read_work_calls(given_moment timestamptz, users bigint[], calls json, is_practice boolean,
  request_seconds integer, unread_seconds integer, awaited_since timestamptz) returns json language plpgsql as $$
declare
  moment timestamptz := date_trunc('milliseconds', lock_users(users, given_moment));
  call record;
  has_connected boolean;
  requests json;
  has_requests boolean := false;
  is_held boolean;
  is_news boolean;
  has_others boolean;
  answers json[] := '{}';
begin
  for call in
    select given.user_id, given.agent_id, given.any_machine, given.paths, given.known, u as owner, s as settings,
      greatest(u.epoch, identity.epoch) as epoch, a.merged_epoch, a.id is not null as is_known, a.last_seen_at,
      a.takes_site and a.site is distinct from s.site as changes_site,
      can_deliver(a.drivers, is_practice or is_practice_site(s.site)) and not (a.takes_site and a.site is distinct from s.site) as delivers
    from json_to_recordset(calls) as given (ord integer, user_id bigint, session_id bigint, agent_id bigint,
      any_machine boolean, paths text[], known json)
    left join sessions session on session.user_id = given.user_id and session.id = given.session_id
    left join users u on u.id = session.user_id and u.is_active
    left join settings s on s.user_id = u.id
    left join agents a on a.user_id = u.id and a.id = given.agent_id
    cross join server_identity identity
    order by given.ord
  loop
    if not call.is_known then
      answers := answers || json_build_object('is_known', false);
      continue;
    end if;
    -- Not with each of many calls: a second more or less says nothing about a machine.
    is_news := coalesce(call.last_seen_at < awaited_since, false);
    has_connected := (call.last_seen_at is null or is_news
        or call.last_seen_at not between moment - interval '1 second' and moment)
      and see_agent(moment, call.user_id, call.agent_id);
    if call.changes_site then perform ask_site(moment, call.user_id, call.agent_id, (call.settings).site); end if;
    requests := claim_requests(moment, call.user_id, call.agent_id, request_seconds, unread_seconds);
    has_requests := has_requests or requests is not null;
    is_held := awaited_since is not null and is_awaiting(moment, call.user_id, call.agent_id, awaited_since);
    has_others := has_profiles_of_others(call.user_id, call.agent_id, call.paths);
    if has_others and not call.any_machine and take_profiles(moment, call.user_id, call.agent_id, call.paths) then
      has_others := has_profiles_of_others(call.user_id, call.agent_id, call.paths);
    end if;
    answers := answers || json_build_object('is_known', true, 'epoch', call.epoch,
      'merged_epoch', call.merged_epoch, 'mark', read_mark(call.user_id),
      'granted', case when (call.known ->> 'epoch')::bigint = call.epoch
        then granted_of(call.user_id, call.known -> 'profiles') end,
      'was_awaited', is_news, 'has_connected', has_connected,
      'requests', coalesce(requests, '[]'), 'delivers', call.delivers,
      'held_until', case when is_held then milliseconds(awaited_since + make_interval(secs => awaited_seconds())) end, 'has_others', has_others,
      'account', account_facts(call.owner, call.settings), 'running', running_facts(moment, call.owner),
      'senders', sender_facts(call.user_id, call.paths),
      'day', case when (call.settings).cap_day is not null
        then sending_day(moment, call.user_id, 0, (call.owner).time_zone) end,
      'handed_out', case when (call.settings).cap_day is not null then count_leases(call.user_id, 0, 'leased') end);
  end loop;
  -- A lost claim sent nothing, so its commit need not wait for the disk. A request must not be handed out again.
  if not has_requests then perform set_config('synchronous_commit', 'off', true); end if;
  return json_build_object('moment', milliseconds(moment), 'answers', to_json(answers));
end $$;

-- Whether profiles with these folders belong to other machines.
create function has_profiles_of_others(of_user bigint, of_agent bigint, paths text[]) returns boolean
language plpgsql stable as $$
begin
  return exists (select from profiles
    where user_id = of_user and deleted_at is null and profile_path = any (paths) and agent_id <> of_agent);
end $$;

-- Gives an agent the profiles with these folders of an earlier one of the same machine: of the same name and not
-- connected. A machine that lost its token gets its profiles back in this way, and so does one beside which a second
-- agent ran for a while. True where there were some. The user's lock must be held.
create function take_profiles(moment timestamptz, of_user bigint, of_agent bigint, paths text[]) returns boolean
language plpgsql as $$
begin
  update profiles p set agent_id = this.id
  from agents this, agents earlier
  where p.user_id = of_user and p.deleted_at is null and p.profile_path = any (paths) and p.agent_id <> of_agent
    and this.user_id = of_user and this.id = of_agent
    and earlier.user_id = of_user and earlier.id = p.agent_id
    and earlier.machine_name = this.machine_name and earlier.platform = this.platform
    and coalesce(earlier.last_seen_at <= moment - make_interval(secs => connected_seconds()), true);
  return found;
end $$;

-- Notes a sign of life; true when the browsers have not yet been told that this agent is connected.
create function see_agent(moment timestamptz, of_user bigint, of_agent bigint) returns boolean language plpgsql as $$
declare
  was_connected boolean;
begin
  select said_connected into was_connected from agents
  where user_id = of_user and id = of_agent and revoked_at is null for no key update;
  if not found then return false; end if;
  update agents set last_seen_at = moment, said_connected = true where user_id = of_user and id = of_agent;
  return not was_connected;
end $$;

-- The same for work calls that need no claim (docs/engine.md#waiting-for-work), each of another agent: those whose session
-- holds, and those of whom the browsers have not yet been told. In their order, so that two servers never wait for each other.
create function see_quiet_agents(moment timestamptz, users bigint[], sessions bigint[], agents bigint[]) returns json
language plpgsql as $$
declare
  call record;
  known bigint[] := '{}';
  connected bigint[] := '{}';
begin
  for call in
    select given.user_id, given.agent_id
    from unnest(users, sessions, agents) as given (user_id, session_id, agent_id)
    join sessions s on s.user_id = given.user_id and s.id = given.session_id
    join users u on u.id = s.user_id and u.is_active
    order by given.user_id, given.agent_id
  loop
    known := known || call.agent_id;
    if see_agent(moment, call.user_id, call.agent_id) then connected := connected || call.agent_id; end if;
  end loop;
  return json_build_object('known', known, 'connected', connected);
end $$;

-- Hands an agent what waits for its machine, oldest first, and marks it running; null where nothing does. What has waited
-- longer than its seconds is left to expire: an agent that starts tomorrow never carries out yesterday's click.
create function claim_requests(moment timestamptz, of_user bigint, of_agent bigint, request_seconds integer,
  unread_seconds integer) returns json language plpgsql as $$
declare
  claimed json;
begin
  if not exists (select from requests where user_id = of_user and status = 'pending') then return null; end if;
  with taken as (
    update requests set status = 'running', agent_id = of_agent, last_sign_at = moment
    where user_id = of_user and status = 'pending' and (agent_id is null or agent_id = of_agent)
      and created_at > moment - make_interval(secs => case when kind in ('unread', 'replies') then unread_seconds else request_seconds end)
      and exists (select from agents a where a.user_id = of_user and a.id = of_agent and a.revoked_at is null
        and (kind <> 'replies' or a.reads_replies))
    returning id, kind, payload)
  select json_agg(taken order by id) into claimed from taken;
  return claimed;
end $$;

-- Whether an agent with these drivers is given deliveries: on a server for the practice inbox only agents on the practice
-- driver, elsewhere all except those that have nothing else (docs/behaviour.md#agents).
create function can_deliver(drivers text[], is_practice boolean) returns boolean language sql immutable
return (drivers <> '{}' and drivers <@ array['practice']) = is_practice;

-- Whether an account has chosen the practice inbox (docs/behaviour.md#site).
create function is_practice_site(site jsonb) returns boolean language sql immutable
return coalesce(site ->> 'kind' = 'practice', false);

-- Asks an agent to take the account's site. Not while it is asked already, nor for a minute after it was asked for this
-- one, because a call with a request ends at once: an agent that cannot store it would call without a pause.
create function ask_site(moment timestamptz, of_user bigint, of_agent bigint, of_site jsonb) returns void language plpgsql as $$
declare
  asked jsonb := jsonb_build_object('site', of_site);
begin
  if exists (select from requests where user_id = of_user and agent_id = of_agent and kind = 'site'
      and (status in ('pending', 'running') or payload = asked and created_at > moment - interval '1 minute')) then
    return;
  end if;
  delete from requests where user_id = of_user and agent_id = of_agent and kind = 'site';
  insert into requests (user_id, kind, agent_id, payload, created_at) values (of_user, 'site', of_agent, asked, moment);
end $$;
