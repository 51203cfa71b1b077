create function tell_line(l campaign_logs, campaign_name text) returns json language sql stable
return json_build_object('kind', 'log', 'user_id', l.user_id, 'campaign_id', l.campaign_id, 'id', l.id,
  'campaign_name', campaign_name, 'action', l.action, 'profile_name', l.profile_name, 'recipient', l.recipient,
  'message', l.message, 'reason_kind', l.reason_kind, 'reason_args', l.reason_args);

-- A line of a campaign's log; gives what browsers want to hear of it.
create function write_log(of_user bigint, of_campaign bigint, what text, moment timestamptz,
  of_profile text default null, reason jsonb default null) returns json language plpgsql as $$
declare
  told json;
begin
  insert into campaign_logs as l (user_id, campaign_id, action, created_at, profile_name, reason_kind, reason_args)
  values (of_user, of_campaign, what, moment, of_profile, reason->>'kind', args_of(reason))
  returning tell_line(l, (select name from campaigns where user_id = of_user and id = of_campaign)) into told;
  return told;
end $$;
