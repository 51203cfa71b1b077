-- What several functions and queries ask. Each is one expression, so that PostgreSQL puts it in the caller's place.

-- docs/engine.md#eligibility: an account that is not disabled and an active subscription.
create function may_send(u users, moment timestamptz) returns boolean language sql stable
return u.is_active and (u.role = 'admin' or coalesce(u.subscription_end_date > moment, false));

-- Whether a start can still be undone, so that nothing is sent yet (docs/engine.md#countdown). An end that lies farther
-- ahead than two minutes was set by a clock that was wrong.
create function is_counting_down(until timestamptz, moment timestamptz) returns boolean language sql immutable
return coalesce(until > moment and until <= moment + interval '2 minutes', false);

-- How many new people a campaign's canary still lets be taken from its line (docs/engine.md#canary); null: any number.
create function canary_room(c campaigns, g campaign_progress) returns integer language sql immutable
return case when not c.is_canary_over then c.canary - g.total_sent - g.total_failed - g.in_work end;

-- Whether somebody who waits to be tried again has left the campaign: a recipient that became pending again stands behind the
-- mark, and belongs to a later campaign, unless its owner settled that this one did not reach it.
create function has_left(status text, place bigint, mark bigint, settled_token uuid) returns boolean language sql immutable
return status <> 'pending' or place > mark and settled_token is null;

-- Whether it is undecided if a reply asks for a stop: its owner has to decide (docs/behaviour.md#stop-words).
create function is_undecided(r replies) returns boolean language sql immutable
return r.stop = 'perhaps' and r.automatic in ('no', 'owner_no');

create function is_eligible(p profiles) returns boolean language sql stable
return p.is_active and p.deleted_at is null and p.blocked_at is null and p.signed_out_at is null;

-- Whether a delivery in this state has a lease; null without a state.
create function has_lease(state text) returns boolean language sql immutable return state in ('leased', 'sending');

-- What a change of state adds to the number of rows in the counted states: 1, 0 or -1. old_state is null without a row.
create function added(old_state text, state text, variadic counted text[]) returns integer language sql immutable
return (state = any (counted))::int - coalesce(old_state = any (counted), false)::int;

-- How many failures of a delivery are tried again. The row of settings may be missing.
create function max_retries(s settings) returns integer language sql stable
return coalesce(s.max_retries, default_max_retries());

-- A person with a message after this moment is skipped (docs/engine.md#never-the-same-person); null: the setting is off.
create function messaged_since(s settings, moment timestamptz) returns timestamptz language sql stable
return moment - make_interval(days => s.never_twice_days);

-- The pause of a profile that sends at half lasts twice as long.
create function paced(p profiles, due_at timestamptz, moment timestamptz) returns timestamptz language sql stable
return case when p.slow_until > moment then due_at + (due_at - moment) else due_at end;

-- Whether a profile with which Firefox could not start is to be tried again (docs/engine.md#a-machines-fault). An end that
-- lies farther ahead than a rest lasts was set by a clock that was wrong.
create function is_fault_over(p profiles, moment timestamptz) returns boolean language sql stable
return p.fault_until is null or p.fault_until <= moment
  or p.fault_until > moment + make_interval(secs => fault_rest_seconds() + slack_seconds());

-- No pace, doubled or not, and no retry lies farther ahead: one that does was set by a clock that was wrong
-- (docs/engine.md#clocks).
create function latest_due(s settings, moment timestamptz) returns timestamptz language sql stable
return moment
  + make_interval(secs => 2 * greatest(coalesce(s.delay_end, default_delay_end()), in_use_seconds()) + slack_seconds());

create function is_lease_over(lease_until timestamptz, moment timestamptz) returns boolean language sql stable
return lease_until < moment
  or lease_until > moment + make_interval(secs => sending_lease_seconds() + slack_seconds());

-- A moment as rules in TypeScript have it, in milliseconds since 1970. Stable, as extract is: PostgreSQL puts no other in the
-- place of its call.
create function milliseconds(moment timestamptz) returns float8 language sql stable
return (extract(epoch from moment) * 1000)::float8;
