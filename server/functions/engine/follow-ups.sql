-- docs/engine.md#follow-ups. Each profile has a line of its own in a follow-up; after it come those who are for all of its
-- profiles. Functions with a body behind a guard: another campaign looks nothing up.

-- Another campaign's message to this person since, or one that may have arrived; null: none.
create function find_messaged_meanwhile(of_user bigint, follows_at timestamptz, of_recipient text, moment timestamptz,
  time_zone text) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('kind', 'messaged', 'is_meanwhile', true,
      'day', wall_time(messaged_at(l, moment), time_zone)::date)
    from message_ledger l
    where l.user_id = of_user and l.recipient = of_recipient and messaged_at(l, moment) > follows_at);
end $$;

-- Whether a person whom a follow-up tries again is for this profile; 0: for all of its profiles.
create function is_for(of_user bigint, of_recipient bigint, of_profile bigint) returns boolean
language plpgsql stable as $$
begin
  return coalesce((select coalesce(profile_id, 0) = of_profile from recipients
    where user_id = of_user and id = of_recipient), of_profile = 0);
end $$;

-- The place before the first pending name behind `after` of one profile's line, or of profile 0 the line for all, whom the
-- campaign itself does not hold; null where nobody is left in it. unknown: only names that the campaign has no row for.
create function place_before_next(c campaigns, of_profile bigint, after bigint, unknown boolean) returns bigint
language plpgsql stable as $$
begin
  if of_profile <> 0 then
    return (
      select r.position - 1 from recipients r
      where r.user_id = c.user_id and r.list_id = c.list_id and r.profile_id = of_profile and r.status = 'pending'
        and r.position > after and r.position <= coalesce(c.mark, r.position) and r.campaign_id is distinct from c.id
        and (not unknown or (select true from deliveries d
          where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = r.id) is null)
      order by r.position limit 1);
  end if;
  return (
    select r.position - 1 from recipients r
    where r.user_id = c.user_id and r.list_id = c.list_id and r.profile_id is null and r.status = 'pending'
      and r.position > after and r.position <= coalesce(c.mark, r.position) and r.campaign_id is distinct from c.id
      and (not unknown or (select true from deliveries d
        where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = r.id) is null)
    order by r.position limit 1);
end $$;

-- Whether a profile of a follow-up is at work on somebody of it, or may try somebody again.
create function has_tries(c campaigns, p profiles) returns boolean language plpgsql stable as $$
begin
  return p.lease_campaign_id is not distinct from c.id
    or exists (select from deliveries d join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
      where d.user_id = c.user_id and d.campaign_id = c.id and d.retry_at is not null
        and coalesce(r.profile_id, p.id) = p.id);
end $$;

-- Whether a follow-up has somebody left for this profile: in its line, in the line for all, tried again, or at work on.
create function has_people_for(c campaigns, cp campaign_profiles) returns boolean language plpgsql stable as $$
begin
  return place_before_next(c, cp.profile_id, cp.cursor, false) is not null
    or place_before_next(c, 0, (select shared_cursor from campaign_progress where user_id = c.user_id and campaign_id = c.id),
      false) is not null
    or (select has_tries(c, p) from profiles p where p.user_id = c.user_id and p.id = cp.profile_id);
end $$;

-- Whether a campaign has something to send by this profile of it: only a follow-up that was started may have nothing.
create function sends_by(c campaigns, cp campaign_profiles) returns boolean language sql stable
return c.follows_campaign_id is null or c.status not in ('running', 'paused') or has_people_for(c, cp);

-- What pass_over_known does, for a follow-up.
create function pass_over_known_own(c campaigns) returns void language plpgsql as $$
begin
  update campaign_profiles cp set cursor = coalesce(place_before_next(c, cp.profile_id, cp.cursor, true), c.mark)
  where cp.user_id = c.user_id and cp.campaign_id = c.id;
  update campaign_progress g set shared_cursor = coalesce(place_before_next(c, 0, g.shared_cursor, true), c.mark)
  where g.user_id = c.user_id and g.campaign_id = c.id;
end $$;

-- Lets all profiles of a follow-up write to the people of one, who have not been written to (docs/engine.md#follow-ups).
-- The user's lock must be held. Gives how many they are.
create function give_to_others(of_user bigint, of_campaign bigint, of_profile bigint) returns integer language plpgsql as $$
declare
  given integer;
begin
  update recipients r set profile_id = null
  from campaigns c
  where c.user_id = of_user and c.id = of_campaign
    and r.user_id = of_user and r.list_id = c.list_id and r.profile_id = of_profile and r.status = 'pending'
    and r.position <= coalesce(c.mark, r.position)
    -- At whom the profile is at work, that one it keeps.
    and r.campaign_id is null;
  get diagnostics given = row_count;
  update campaign_progress g set shared_cursor = 0 where user_id = of_user and campaign_id = of_campaign and given > 0;
  return given;
end $$;
