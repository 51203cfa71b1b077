-- From when on all rules of time let a campaign send, its countdown too: the moment, or a later one; infinity: never.
create function allowed_at(c campaigns, s settings, moment timestamptz, zone text) returns timestamptz
language plpgsql stable as $$
declare
  opens timestamptz := case when is_counting_down(c.countdown_until, moment) then c.countdown_until else moment end;
begin
  if s.cap_day is not null then opens := greatest(opens, below_cap_at(s.cap_day, c.user_id, 0, moment, zone)); end if;
  if c.cap_day is not null then opens := greatest(opens, below_cap_at(c.cap_day, c.user_id, c.id, moment, zone)); end if;
  opens := next_open(hours_of(c, s), quiet_dates_of(c, s), opens, zone);
  return case when opens is not null and is_before_last(c, opens, claimed_seconds()) then opens else 'infinity' end;
end $$;

-- The same for one of its profiles. of_campaign: what allowed_at gives for the campaign.
create function profile_allowed_at(p profiles, c campaigns, s settings, of_campaign timestamptz, moment timestamptz,
  zone text) returns timestamptz language plpgsql stable as $$
declare
  below timestamptz;
begin
  if not is_capped(p, s) then return of_campaign; end if;
  below := below_caps_at(p, s, moment, zone);
  return case when below <= of_campaign then of_campaign else allowed_at(c, s, below, zone) end;
end $$;
