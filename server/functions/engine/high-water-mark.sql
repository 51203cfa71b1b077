-- How the server learns that its database was put back to an older copy (docs/engine.md#high-water-mark).

-- A user's mark: how many sendings were ever granted, or the highest number that an agent was told.
create function read_mark(of_user bigint) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(granted), 0)::bigint from agent_grants where user_id = of_user);
end $$;

-- Raises the marks by what is granted, in the transaction of the grant.
create function count_grants(moment timestamptz, grants grant_of_begin[]) returns void language plpgsql as $$
begin
  insert into agent_grants as g (user_id, agent_id, granted, granted_at)
  select user_id, agent_id, count(*), moment from unnest(grants) group by user_id, agent_id
  on conflict (user_id, agent_id) do update set granted = g.granted + excluded.granted, granted_at = excluded.granted_at;
end $$;

-- Lets nothing be sent for this user, and begins an epoch in which agents repeat their journals. `last_grant`: the last one
-- that this copy knows. What came back already for a freeze that has not ended goes on to count.
create function freeze_user(moment timestamptz, of_user bigint, new_epoch bigint, last_grant timestamptz default null)
returns void language plpgsql as $$
begin
  delete from freezes where user_id = of_user and (select frozen_at from users where id = of_user) is null;
  update users set frozen_at = moment, epoch = new_epoch where id = of_user;
  insert into freezes as f (user_id, known_until) values (of_user, last_grant)
  on conflict (user_id) do update
    set backup_at = null, known_until = least(f.backup_at, f.known_until, excluded.known_until);
end $$;

-- Without a grant there was none before the user.
create function last_grant_at(of_user bigint) returns timestamptz language plpgsql stable as $$
begin
  return coalesce((select max(granted_at) from agent_grants where user_id = of_user),
    (select created_at from users where id = of_user));
end $$;

-- An epoch after the last that is known here. The millisecond and a draw make it one that no copy of the database repeats,
-- whatever its clock says: who has met an epoch tells nothing again for it.
create function next_epoch(moment timestamptz, last bigint) returns bigint language sql volatile
return greatest(last, floor(extract(epoch from moment) * 1000)::bigint) + 1 + floor(random() * 1000)::bigint;

-- A number that an agent names. No honest one names a higher one than this, and not far above it JSON is not exact.
create function as_named(given bigint) returns bigint language sql immutable
return case when given > 4503599627370496 then 4503599627370496 else given end;

-- Freezes the user of an agent that knows more than this database, which then is a copy, and gives what the agent is to be
-- told. `known`: the highest mark and epoch that it was told, the grants of its profiles under that epoch, and the epoch for
-- which it merged; null where it says nothing. `epoch`: the one that the user's agents are told; `merged_epoch`: the last
-- for which this one has merged here. The user's lock must be held.
create function notice_copy(moment timestamptz, owner users, of_agent bigint, known json, epoch bigint,
  merged_epoch bigint) returns agent_marks language plpgsql as $$
declare
  named_mark bigint := as_named((known ->> 'mark')::bigint);
  named_epoch bigint := as_named((known ->> 'epoch')::bigint);
  is_frozen boolean := owner.frozen_at is not null;
  has_merged boolean := merged_epoch is not distinct from epoch;
  told agent_marks := row(epoch, read_mark(owner.id), false);
  missing bigint := named_mark - told.mark;
  last_grant timestamptz;
begin
  if known is null then return told; end if;
  if missing > 0 then
    -- Before the missing ones are noted as granted.
    last_grant := last_grant_at(owner.id);
    insert into agent_grants as g (user_id, agent_id, granted, granted_at) values (owner.id, of_agent, missing, moment)
    on conflict (user_id, agent_id) do update set granted = g.granted + excluded.granted;
    told.mark := named_mark;
    -- After a restore that is known its agent tells all that it knows in any case, once it has met the new epoch.
    if is_frozen and coalesce(named_epoch < epoch, not has_merged) then return told; end if;
  elsif named_epoch > epoch then null;
  -- It would not merge a second time for this epoch, and its user would stay frozen.
  elsif is_frozen and not has_merged and (known ->> 'merged')::bigint = epoch then null;
  elsif named_epoch is distinct from epoch or not has_forgotten_grants(owner.id, known -> 'profiles') then
    return told;
  end if;
  told.epoch := next_epoch(moment, greatest(epoch, named_epoch));
  told.has_frozen := true;
  perform freeze_user(moment, owner.id, told.epoch,
    case when missing > 0 then last_grant else last_grant_at(owner.id) end);
  return told;
end $$;

-- Whether one of these profiles is not there, or was granted fewer sendings than an agent knows of.
create function has_forgotten_grants(of_user bigint, granted json) returns boolean language plpgsql stable as $$
begin
  return coalesce((
    select true from json_to_recordset(granted) as known (profile_id bigint, grant_number bigint)
    left join profiles p on p.user_id = of_user and p.id = known.profile_id
    where p.id is null or p.granted < known.grant_number limit 1), false);
end $$;

-- How long a user's machines are waited for after the server has started, or its database may be another one, and who.
create function awaited_seconds() returns integer language sql immutable return 60;

-- Whether another machine has asked for work before, but not since then, and was granted something within 30 days or works
-- a profile of a running campaign.
create function is_awaiting(moment timestamptz, of_user bigint, of_agent bigint, since timestamptz) returns boolean
language plpgsql stable as $$
begin
  return coalesce((
    select true from agents a
    where a.user_id = of_user and a.id <> of_agent and a.revoked_at is null and a.last_seen_at < since
      and ((select true from agent_grants g where g.user_id = a.user_id and g.agent_id = a.id
          and g.granted_at > moment - interval '30 days')
        or (select true from profiles p
          join campaign_profiles cp on cp.user_id = p.user_id and cp.profile_id = p.id
          join campaigns c on c.user_id = cp.user_id and c.id = cp.campaign_id
          where p.user_id = a.user_id and p.agent_id = a.id and is_eligible(p)
            and c.status = 'running' and c.deleted_at is null limit 1)) limit 1), false);
end $$;
