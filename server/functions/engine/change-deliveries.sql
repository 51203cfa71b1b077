-- Writes changes of the state of deliveries, and with them all that follows:
--
--   (no row) → leased → sending → sent, not_found, failed, uncertain
--                 ↑ ↓       ↓ failed, and tries are left
--                waiting ←──┘        any but sending → skipped
--                   ↓ its campaign was stopped
--                stopped
--
-- docs/engine.md#delivery-states has what each state means, docs/engine.md#events each way from one to another. Only
-- lease_deliveries leads to `leased`, only grant_deliveries to `sending`, and this function to all other states. The users'
-- locks must be held. `counted`: as `days` what numbers of days gain, as `notes` what the ledger gets. Gives the events for
-- browsers.
create function write_changes(moment timestamptz, followed json, counted json) returns json[] language plpgsql as $$
declare
  changes change[] := array(select c from json_populate_recordset(null::change, followed) c);
  -- All but plain ends of a lease.
  unusual change[];
  events json[];
begin
  if json_array_length(counted->'notes') > 0 then perform write_ledger(counted->'notes'); end if;
  if changes = '{}' then return '{}'; end if;
  unusual := nullif(array(select c from unnest(changes) c
    where has_lease(c.old_state) is not true or c.gives_back is not null or c.is_merged or c.told_at is not null), '{}');

  perform write_deliveries(changes);
  perform write_recipients(changes);
  perform write_lists(changes);
  if exists (select from unnest(unusual) c where c.gives_back is not null) then perform give_tries_back(unusual); end if;
  perform end_profile_leases(moment, changes);
  perform write_daily_performance(array(select d from json_populate_recordset(null::day_count, counted->'days') d));
  events := write_progress(changes) || write_log_lines(moment, changes);
  if unusual is not null then
    perform pace_profiles(moment, unusual);
    perform count_merged(unusual);
    events := events || revive_campaigns(unusual);
  end if;
  return coalesce(events, '{}');
end $$;

-- The same of changes that were decided one by one. to_judge: the campaigns to judge then (course_facts).
create function record_changes(moment timestamptz, changes json, counted json, to_judge json) returns json language plpgsql as $$
declare
  events json[] := write_changes(moment, changes, counted);
begin
  return json_build_object('events', to_json(events), 'courses', courses_of(to_judge));
end $$;
