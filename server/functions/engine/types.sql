-- A change of a delivery and what follows from it, as contract/src/rules/follow.ts says (docs/engine.md#events).
create type change as (
  -- The delivery's row. old_state is null where there was none.
  user_id bigint,
  campaign_id bigint,
  recipient_id bigint,
  profile_id bigint,
  -- The profile of the try that is told: null where it is unknown.
  sent_by bigint,
  -- Whether the row does not know that the message was begun, and when that was by the agent's word.
  is_unbegun boolean,
  told_at timestamptz,
  old_state text,
  state text,
  old_token uuid,
  token uuid,
  failures integer,
  -- Null: as it was.
  reason jsonb,
  lapsed_token uuid,
  settled_token uuid,
  begun_at timestamptz,
  ended_at timestamptz,
  retry_at timestamptz,
  is_taken_out boolean,
  skipped_at timestamptz,
  is_heard boolean,
  -- Its recipient. new_status is null where that is left alone.
  list_id bigint,
  recipient text,
  old_status text,
  new_status text,
  new_position bigint,
  -- The day that it counts for, and what it adds to the campaign's numbers: 1 where it becomes so, -1 where it was.
  day date,
  added_sent integer,
  added_failed integer,
  added_not_found integer,
  added_uncertain integer,
  added_in_work integer,
  added_skipped integer,
  -- Its profile. is_merged: an agent's word while its user is frozen.
  due_at timestamptz,
  faults boolean,
  -- Its row of an obstacle, without `obstructed` as it was, and those whose tries are given back.
  obstacle text,
  obstructed jsonb,
  gives_back jsonb,
  is_merged boolean,
  -- Its line in the log.
  action text,
  log_reason jsonb
);

-- What a day's numbers gain and lose by a profile. Profile null: nobody knows the profile of the try.
create type day_count as (
  user_id bigint,
  day date,
  campaign_id bigint,
  profile_id bigint,
  -- The moment that it counts for.
  at timestamptz,
  sent integer,
  failed integer,
  not_found integer,
  uncertain integer
);

-- What a person's row in the ledger gets (contract/src/rules/ledger/note.ts).
create type ledger_note as (
  user_id bigint,
  recipient text,
  last_messaged_at timestamptz,
  first_messaged_at timestamptz,
  not_found_at timestamptz,
  begun jsonb,
  without_reply jsonb
);

-- A profile and a recipient that belong to one delivery, under this token.
create type lease as (
  user_id bigint,
  campaign_id bigint,
  recipient_id bigint,
  recipient text,
  profile_id bigint,
  agent_id bigint,
  token uuid,
  -- The values with which the message was filled, by field, and the stop link; null where its text needs none.
  blanks jsonb
);

-- A delivery that may be sent, whether its agent can read replies, and what its profile has begun with it.
create type grant_of_begin as (
  user_id bigint,
  campaign_id bigint,
  recipient_id bigint,
  recipient text,
  profile_id bigint,
  agent_id bigint,
  is_heard boolean,
  warm_up_day integer,
  counted_day date,
  begun_today integer,
  counted_hour timestamp,
  begun_this_hour integer
);

-- What a campaign's text needs of a person (docs/engine.md#blanks); null where only {username} is filled.
create type text_needs as (
  parts jsonb,
  -- The fields that it uses without a fallback.
  needed text[],
  -- The characters of its words and of all fallbacks, and how often the name and a field occur in it.
  own_length bigint,
  names bigint,
  values_used bigint,
  -- Whether a message has something besides blanks whose fallback is empty.
  has_words boolean
);

-- A line of a campaign of which the next people are read, or those who wait to be tried again, behind a position or behind a
-- recipient. whose: null: of all of its people; of a follow-up the profile's, or with 0 those who are for all of its profiles.
-- far_ahead: the moment, in milliseconds, beyond which only a wrong clock lets anybody wait.
create type line_to_read as (
  ord bigint,
  user_id bigint,
  campaign_id bigint,
  list_id bigint,
  whose bigint,
  is_retry boolean,
  after bigint,
  mark bigint,
  most bigint,
  far_ahead float8
);

-- How far such a line is read.
create type line_cursor as (user_id bigint, campaign_id bigint, whose bigint, cursor bigint);

-- A reply that is new, and what was decided of it (contract/src/rules/reply.ts). stops: its person asks for no more messages.
-- counts: it is the first one to its message. notice, line: what its user is told, and its line in the log; null: none.
create type recorded_reply as (
  ord bigint,
  user_id bigint,
  profile_id bigint,
  recipient text,
  campaign_id bigint,
  recipient_id bigint,
  site_id text,
  text text,
  told_at timestamptz,
  at timestamptz,
  via text,
  stop text,
  automatic text,
  stops boolean,
  counts boolean,
  notice jsonb,
  line text
);

-- The first reply to a message; null: there is none.
create type counted_reply as (user_id bigint, campaign_id bigint, recipient_id bigint, replied_at timestamptz);
