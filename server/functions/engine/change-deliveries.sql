-- Changes the state of deliveries, and with it all that follows:
--
--   (no row) → leased → sending → sent, not_found, failed, uncertain
--                 ↑ ↓       ↓ failed, and tries are left
--                waiting ←──┘        any but sending → skipped
--                   ↓ its campaign was stopped
--                stopped
--
-- docs/engine.md#delivery-states has what each state means, docs/engine.md#events each way from one to another. Only
-- lease_deliveries leads to `leased`, only grant_deliveries to `sending`, and this function to all other states. The users'
-- locks must be held. Gives the events for browsers.
create function write_changes(moment timestamptz, transitions transition[]) returns json[] language plpgsql as $$
declare
  changes change[];
  -- All but plain ends of a lease.
  unusual change[];
  events json[];
begin
  if cardinality(transitions) > 0 is not true then return '{}'; end if;
  select array_agg(c order by c.ord), array_agg(c order by c.ord)
    filter (where has_lease(c.old_state) is not true or c.obstructs or c.is_merged
      or c.is_other_try or c.told_at is not null)
  into changes, unusual
  from judge_changes(moment, transitions) c;

  perform write_deliveries(changes);
  perform write_recipients(changes);
  perform write_lists(changes);
  if exists (select from unnest(unusual) c where c.obstructs) then perform give_tries_back(unusual); end if;
  perform end_profile_leases(moment, changes);
  if unusual is not null then perform count_forgotten(moment, unusual); end if;
  perform write_daily_performance(case when unusual is null then changes else by_profiles(changes) end);
  perform note_outcomes(moment, changes);
  events := write_progress(changes) || write_log_lines(moment, changes);
  if unusual is not null then
    perform pace_profiles(moment, unusual);
    perform count_merged(unusual);
    events := events || revive_campaigns(unusual);
  end if;
  return coalesce(events, '{}');
end $$;

-- The same of changes that were decided one by one. to_judge: the campaigns to judge then (course_facts).
create function record_changes(moment timestamptz, changes json, to_judge json) returns json language plpgsql as $$
declare
  events json[] := write_changes(moment, array(select t from json_populate_recordset(null::transition, changes) t));
begin
  return json_build_object('events', to_json(events), 'courses', courses_of(to_judge));
end $$;
