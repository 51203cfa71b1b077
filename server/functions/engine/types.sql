-- A delivery that goes to a state, and what the event says of it. Null is: as it was, or none.
create type transition as (
  ord bigint,
  user_id bigint,
  campaign_id bigint,
  recipient_id bigint,
  state text,
  profile_id bigint,
  token uuid,
  failures integer,
  reason text,
  lapsed_token uuid,
  -- The lease whose outcome the owner settled, and the place in line of a name that becomes pending by it.
  settled_token uuid,
  new_position bigint,
  -- The new lease.
  agent_id bigint,
  lease_until timestamptz,
  -- When a waiting delivery is tried again, and when its profile's next message is due.
  retry_at timestamptz,
  due_at timestamptz,
  -- For a grant: the person's name.
  recipient text,
  -- Whether the profile is blocked or signed out by it, or could not be started (false: it could), and whether it is an
  -- agent's word.
  blocks boolean,
  signs_out boolean,
  faults boolean,
  reports boolean,
  -- The log's line; none without an action.
  action text,
  message text
);

create function new_transition(
  ord bigint, user_id bigint, campaign_id bigint, recipient_id bigint, state text,
  profile_id bigint default null, token uuid default null, failures integer default null, reason text default null,
  lapsed_token uuid default null, settled_token uuid default null, new_position bigint default null,
  agent_id bigint default null, lease_until timestamptz default null,
  retry_at timestamptz default null, due_at timestamptz default null, recipient text default null,
  blocks boolean default null, signs_out boolean default null, faults boolean default null, reports boolean default null,
  action text default null, message text default null
) returns transition language sql immutable
return row(ord, user_id, campaign_id, recipient_id, state, profile_id, token, failures, reason, lapsed_token,
  settled_token, new_position, agent_id, lease_until, retry_at, due_at, recipient, blocks, signs_out, faults,
  reports, action,
  message)::transition;

-- A delivery that changes: what it becomes, what it and its recipient were, and how that counts.
create type change as (
  ord bigint,
  user_id bigint,
  campaign_id bigint,
  recipient_id bigint,
  state text,
  -- Null without a row.
  was text,
  was_held boolean,
  was_begun boolean,
  profile_id bigint,
  token uuid,
  was_token uuid,
  due_at timestamptz,
  retry_at timestamptz,
  failures integer,
  reason text,
  lapsed_token uuid,
  settled_token uuid,
  new_position bigint,
  begun_at timestamptz,
  ended_at timestamptz,
  day date,
  -- In which row of its days it counts, and as of when.
  counted_day date,
  counted_at timestamptz,
  -- Each 1 where it becomes so, -1 where it was.
  is_sent integer,
  is_failed integer,
  is_not_found integer,
  is_uncertain integer,
  list_id bigint,
  recipient text,
  name_was text,
  -- The recipient's status; null where it is left alone.
  name_after text,
  action text,
  message text,
  said text,
  blocks boolean,
  signs_out boolean,
  faults boolean,
  -- Whether it is an agent's word while its user is frozen.
  merges boolean,
  -- Whether any of the four is not 0, and what else is added to the progress.
  counts boolean,
  in_work integer,
  skipped integer
);

-- What became of one campaign's message to a person, for the ledger (docs/engine.md#never-the-same-person).
create type message_outcome as (
  user_id bigint,
  recipient text,
  campaign_id bigint,
  state text,
  -- Whether the ledger has it as begun.
  was_begun boolean,
  at timestamptz
);

-- What a claim chose for one user: the deliveries as the agent is told them, what is claimed and how others change by it,
-- and the campaigns that have nobody left to offer. is_cut: it ended early because it passed over many, and the next one may
-- find somebody.
create type claim as (
  deliveries json[],
  others transition[],
  claims transition[],
  over bigint[],
  is_cut boolean
);

-- What an agent is told of its user: the epoch, and the mark. has_frozen: the user is frozen since this call.
create type agent_marks as (epoch bigint, mark bigint, has_frozen boolean);
