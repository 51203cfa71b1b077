-- The session of a token and its user, as json; null where there is none or its time is over. One of a disabled account
-- is given, too, because its refusal is written down.
create function find_session(hash bytea, moment timestamptz) returns json language plpgsql as $$
begin
  return (
    select json_build_object('id', u.id, 'username', u.username, 'role', u.role, 'pack', u.pack,
      'subscription_end_date', iso(u.subscription_end_date), 'time_zone', u.time_zone,
      'created_at', iso(u.created_at), 'last_login', iso(u.last_login), 'is_active', u.is_active,
      'session_id', s.id, 'kind', s.kind, 'agent_id', s.agent_id,
      'last_used_at', iso(s.last_used_at))
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = hash and is_session_live(true, s.expires_at, moment));
end $$;

-- A moment as JSON has it everywhere else.
create function iso(moment timestamptz) returns text language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
