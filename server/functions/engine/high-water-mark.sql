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

-- Writes what contract/src/rules/freeze/copy.ts decided of agents that know more than this database, each of another user: how many
-- sendings are missing here, and the epoch in which their user is frozen, if it is.
create function record_copies(moment float8, copies json) returns void language plpgsql as $$
declare
  at_moment timestamptz := to_timestamp(moment / 1000);
  noticed record;
  last_grant timestamptz;
begin
  for noticed in
    select * from json_to_recordset(copies) as c (user_id bigint, agent_id bigint, missing bigint, new_epoch bigint)
  loop
    -- Before the missing ones are noted as granted.
    last_grant := last_grant_at(noticed.user_id);
    if noticed.missing > 0 then
      insert into agent_grants as g (user_id, agent_id, granted, granted_at)
      values (noticed.user_id, noticed.agent_id, noticed.missing, at_moment)
      on conflict (user_id, agent_id) do update set granted = g.granted + excluded.granted;
    end if;
    if noticed.new_epoch is not null then
      perform freeze_user(at_moment, noticed.user_id, noticed.new_epoch, last_grant);
    end if;
  end loop;
end $$;

-- How many sendings each of these profiles was granted, by its id; null for one that is not there.
create function granted_of(of_user bigint, named json) returns json language plpgsql stable as $$
begin
  return (
    select json_object_agg(known.profile_id, p.granted) from json_to_recordset(named) as known (profile_id bigint)
    left join profiles p on p.user_id = of_user and p.id = known.profile_id);
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
