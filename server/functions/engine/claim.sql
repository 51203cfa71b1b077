-- A pending recipient, as a claim finds it in the line.
create type name_in_line as (
  id bigint,
  recipient text,
  position bigint,
  is_known boolean,
  is_held boolean,
  is_refused boolean,
  messaged text
);

-- Where a claim stands in a campaign: in its line, and at the line's end among what waits to be tried again.
create type place_in_line as (
  campaign_id bigint,
  list_id bigint,
  mark bigint,
  cursor bigint,
  -- How many were looked at and not handed out.
  passed_over integer,
  -- What was read of the line behind the cursor.
  names name_in_line[],
  -- Whether the line is read to its end, and whether nothing is left to try again either.
  is_line_over boolean,
  is_over boolean,
  -- The last that waits to be tried again and was looked at, those that may be, and what became of the others.
  retry_at timestamptz,
  retry_id bigint,
  retries bigint[],
  ended_retries transition[]
);

-- Chooses the next deliveries of one user: each profile that is due, of the one that waited longest on, gets the next
-- name of its running campaign, until there are as many as asked for (docs/engine.md#claim). At the end of the line come
-- those that wait to be tried again, so that a name that fails again and again keeps nobody waiting. Only profiles whose
-- campaign has a name count for the capacity. The user's lock must be held, and who called makes the changes.
--
-- of_agent holds the leases; with any_machine profiles of other machines are worked too.
create function claim_deliveries(moment timestamptz, u users, s settings, of_agent bigint, any_machine boolean,
  paths text[], capacity integer) returns claim language plpgsql as $$
declare
  of_user bigint := u.id;
  hand record;
  name name_in_line;
  place place_in_line;
  places place_in_line[] := '{}';
  others transition[] := '{}';
  claims transition[] := '{}';
  deliveries json[] := '{}';
  is_cut boolean := false;
  taken bigint[] := '{}';
  over bigint[] := '{}';
  new_token uuid;
begin
  if may_send(u, moment) is not true or u.frozen_at is not null then
    return row(deliveries, others, claims, over, is_cut);
  end if;

  for hand in
    select p.id, p.profile_name, p.profile_path, p.insta_username, p.granted, c.id as campaign_id,
      c.name as campaign_name, c.template_content, c.list_id, c.mark,
      -- Versions before 1.0 left names behind the cursor that another campaign held, and said so here.
      case when g.passed then 0 else g.cursor end as cursor,
      dense_rank() over (order by c.id)::int as n, count(*) over (partition by c.id) as hands
    from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join campaign_profiles cp on cp.user_id = c.user_id and cp.campaign_id = c.id
    join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
    where c.user_id = of_user and c.status = 'running' and c.deleted_at is null
      -- A list whose import is being undone hands out nobody until its recipients are gone.
      and c.list_id <> all (array(
        select i.list_id from recipient_imports i where i.user_id = of_user and i.undone_at is not null))
      and p.profile_path = any (paths) and is_eligible(p) and is_fault_over(p, moment) and p.lease_token is null
      and (p.next_send_at is null or p.next_send_at <= moment or p.next_send_at > latest_due(s, moment))
      and (any_machine or p.agent_id is null or p.agent_id = of_agent)
    order by coalesce(p.next_send_at, '-infinity'), p.id
  loop
    exit when cardinality(taken) = capacity;
    place := coalesce(places[hand.n], row(hand.campaign_id, hand.list_id, hand.mark, hand.cursor, 0, '{}',
      false, false, '-infinity', 0, '{}', '{}')::place_in_line);
    name := null;

    while not place.is_line_over and place.passed_over < most_passed_over() loop
      if place.names = '{}' then
        place.names := array(
          select row(r.id, r.recipient, r.position,
            -- By exists the planner would put all deliveries of the campaign into a hash table, for these few.
            (select true from deliveries d
              where d.user_id = of_user and d.campaign_id = place.campaign_id and d.recipient_id = r.id),
            r.campaign_id is not null,
            (select true from do_not_contact n where n.user_id = of_user and n.recipient = r.recipient),
            messaged_reason(s, r.recipient, moment, u.time_zone))::name_in_line
          from recipients r
          where r.user_id = of_user and r.list_id = place.list_id and r.status = 'pending'
            and r.position > place.cursor and r.position <= place.mark
          -- Where many are passed over more are read at once: a query costs more than a name.
          order by r.position limit greatest(least(hand.hands, capacity - cardinality(taken)), place.passed_over));
      end if;
      if place.names <> '{}' then
        name := place.names[1];
        place.names := place.names[2:];
        place.cursor := name.position;
        if name.is_known then
          null;
        elsif name.is_held or name.id = any (taken) then
          others := others || held(of_user, place.campaign_id, name.id, moment);
        elsif name.is_refused then
          others := others || skipped(of_user, place.campaign_id, name.id, 'On your do-not-contact list');
        elsif name.messaged is not null then
          others := others || skipped(of_user, place.campaign_id, name.id, name.messaged);
        else
          exit;
        end if;
        name := null;
        place.passed_over := place.passed_over + 1;
      else
        place.is_line_over := true;
      end if;
    end loop;

    while place.is_line_over and not place.is_over and place.passed_over < most_passed_over() loop
      if place.retries = '{}' then
        place := look_at_retries(moment, u, s, place, taken, capacity);
        others := others || place.ended_retries;
        place.ended_retries := '{}';
      end if;
      continue when place.retries = '{}';
      select r.id, r.recipient into name.id, name.recipient
      from recipients r where r.user_id = of_user and r.id = place.retries[1];
      place.retries := place.retries[2:];
      exit when name.id <> all (taken);
      -- Another campaign has taken it since it was looked at.
      name := null;
    end loop;

    places[hand.n] := place;
    if place.is_over then
      over := over || place.campaign_id;
      continue;
    end if;
    if name.id is null then
      is_cut := true;
      continue;
    end if;
    new_token := gen_random_uuid();
    taken := taken || name.id;
    claims := claims || new_transition(cardinality(taken), of_user, place.campaign_id, name.id, 'leased',
      profile_id => hand.id, token => new_token, agent_id => of_agent,
      lease_until => moment + make_interval(secs => lease_seconds()));
    deliveries := deliveries || json_build_object('token', new_token, 'campaign_id', place.campaign_id,
      'campaign_name', hand.campaign_name, 'recipient_id', name.id, 'recipient', name.recipient,
      'template_content', hand.template_content,
      'profile', json_build_object('id', hand.id, 'profile_name', hand.profile_name,
        'profile_path', hand.profile_path, 'insta_username', hand.insta_username),
      'lease_seconds', lease_seconds(), 'grant_number', hand.granted + 1);
  end loop;

  foreach place in array places loop
    perform keep_place(of_user, place);
  end loop;
  return row(deliveries, others, claims, over, is_cut);
end $$;

-- Makes the changes that claims of these users chose, and ends the campaigns that have nobody left to offer.
create function make_claimed(moment timestamptz, others transition[], claims transition[], over_users bigint[],
  over bigint[]) returns json[] language plpgsql as $$
declare
  events json[] := change_deliveries(moment, others, claims);
begin
  if over <> '{}' then events := events || complete_campaigns(moment, over_users, over); end if;
  return events;
end $$;

-- The next that wait to be tried again and are due, a few more than the claim may hand out. A name that is gone leaves the
-- campaign; one that another campaign holds is looked at again when that may have ended.
create function look_at_retries(moment timestamptz, u users, s settings, place place_in_line, taken bigint[],
  capacity integer) returns place_in_line language plpgsql as $$
declare
  x record;
  of_user bigint := u.id;
begin
  for x in
    select w.recipient_id as id, w.retry_at,
      -- A name that became pending again stands behind the mark, and belongs to a later campaign, unless its owner settled
      -- that this one did not reach it.
      r.status is distinct from 'pending' or r.position > place.mark and w.settled_token is null as is_gone,
      r.campaign_id is not null or r.id = any (taken) as is_held,
      (select true from do_not_contact n where n.user_id = of_user and n.recipient = r.recipient) as is_refused,
      messaged_reason(s, r.recipient, moment, u.time_zone) as messaged
    from (
      (select recipient_id, retry_at, settled_token from deliveries
        where user_id = of_user and campaign_id = place.campaign_id and retry_at <= moment
          and (retry_at, recipient_id) > (place.retry_at, place.retry_id)
        order by retry_at, recipient_id limit capacity + 32)
      union all
      (select recipient_id, retry_at, settled_token from deliveries
        where user_id = of_user and campaign_id = place.campaign_id and retry_at > latest_due(s, moment)
          and (retry_at, recipient_id) > (place.retry_at, place.retry_id)
        order by retry_at, recipient_id limit capacity + 32)) w
    left join recipients r on r.user_id = of_user and r.id = w.recipient_id
    order by w.retry_at, w.recipient_id limit capacity + 32
  loop
    place.retry_at := x.retry_at;
    place.retry_id := x.id;
    if x.is_gone then
      place.ended_retries := place.ended_retries
        || skipped(of_user, place.campaign_id, x.id, 'No longer pending in its list');
    elsif x.is_refused then
      place.ended_retries := place.ended_retries
        || skipped(of_user, place.campaign_id, x.id, 'On your do-not-contact list');
    elsif x.messaged is not null then
      place.ended_retries := place.ended_retries || skipped(of_user, place.campaign_id, x.id, x.messaged);
    elsif x.is_held then
      place.ended_retries := place.ended_retries || held(of_user, place.campaign_id, x.id, moment);
    else
      place.retries := place.retries || x.id;
      continue;
    end if;
    place.passed_over := place.passed_over + 1;
  end loop;
  place.is_over := not found;
  return place;
end $$;

create function keep_place(of_user bigint, place place_in_line) returns void language plpgsql as $$
begin
  update campaign_progress set cursor = place.cursor, passed = false
  where user_id = of_user and campaign_id = place.campaign_id and (cursor <> place.cursor or passed);
end $$;

-- A name that another campaign holds is looked at again when that may have ended.
create function held(of_user bigint, of_campaign bigint, of_recipient bigint, moment timestamptz) returns transition
language sql immutable
return new_transition(0, of_user, of_campaign, of_recipient, 'waiting', retry_at => moment + interval '30 seconds');

create function skipped(of_user bigint, of_campaign bigint, of_recipient bigint, why text) returns transition
language sql immutable
return new_transition(0, of_user, of_campaign, of_recipient, 'skipped', action => 'skipped', message => why);
