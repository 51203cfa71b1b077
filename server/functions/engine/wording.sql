-- The words of a delivery's log lines, by what happened. Those that the pages know too come from the contract.

-- A result (docs/engine.md#results). There is no line where the state stays, and none for a retry because its profile must
-- rest, since the rest has a line of its own.
create function result_action(verdict text, old_state text, in_use boolean, rests boolean) returns text
language sql immutable
return case
  when verdict = old_state then null
  when verdict = 'sent' then 'message_sent'
  when verdict not in ('waiting', 'stopped') then 'message_failed'
  when in_use or not rests then 'retry'
end;

create function result_message(verdict text, reason text, in_use boolean, is_away boolean) returns text
language sql immutable
return case verdict
  when 'sent' then ''
  when 'not_found' then 'Name not found'
  when 'uncertain' then outcome_unknown()
  when 'waiting' then case
    when in_use then 'The profile is open in your own Firefox: trying again in a minute'
    when is_away then site_unreachable()
    else coalesce(reason, 'Nothing was sent: trying again later') end
  else coalesce(reason, 'Nothing was sent')
end;

create function on_do_not_contact() returns text language sql immutable return 'On your do-not-contact list';

-- Why a recipient leaves a campaign before it is sent to; null: it stays. `messaged` comes from messaged_reason, `left_alone`
-- from left_alone_reason, `unfit` from unfit_reason; is_taken_out is null where the engine asks, because it passes over whoever has been taken out. The one
-- judge of a person for the claim, for retries, for begin and for the plan.
create function skip_reason(is_gone boolean, is_refused boolean, messaged text, left_alone text, is_taken_out boolean, unfit text)
returns text language sql immutable
return case
  when is_gone then 'No longer pending in its list'
  when is_refused then on_do_not_contact()
  else coalesce(messaged, left_alone, case when is_taken_out then taken_out_by_you() end, unfit)
end;

create function unfilled_reason(blank text) returns text language sql immutable
return nothing_for() || '"' || blank || '"';

create function too_long_reason(characters bigint) returns text language sql immutable
return 'The message would have ' || to_char(characters, 'FM999,999,999') || ' characters; '
  || to_char(longest_message(), 'FM999,999') || ' are the most';

-- A lease that ended before begin.
create function lapse_message(is_last boolean) returns text language sql immutable
return case when is_last then 'Not sent in time' else 'Not sent in time: trying again later' end;

-- The owner's word that a message did not go out (docs/engine.md#settling).
create function settled_reason() returns text language sql immutable return 'You said that it did not go out';

create function settled_message(is_tried_again boolean, is_for_later boolean) returns text language sql immutable
return settled_reason() || case when is_tried_again then ': trying again'
  when is_for_later then ': pending for a later campaign' else '' end;

-- Why a follow-up is paused whose people are for these profiles alone.
create function waits_for_profiles(names text[]) returns text language sql immutable
return before_waiting_profiles() || concat_ws(' and ', nullif(array_to_string(trim_array(names, 1), ', '), ''), names[cardinality(names)])
  || after_waiting_profiles();

create function last_moment_passed(moment text) returns text language sql immutable
return before_last_moment() || moment || after_last_moment();

-- Why a campaign is paused after its first people.
create function canary_done(people integer) returns text language sql immutable
return case people when 1 then first_one_is_done() else before_canary() || people || after_canary() end;
