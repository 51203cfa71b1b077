-- docs/engine.md#left-alone. Functions with a body behind a guard: an account that hears no replies looks nothing up.

create function find_reply(s settings, started_at timestamptz, of_recipient text, moment timestamptz, time_zone text)
returns text language plpgsql stable as $$
begin
  return (
    select case
      -- Who replied to a campaign before this one is left alone for the quiet days.
      when l.replied_at > least(started_at, moment - make_interval(days => s.quiet_days))
        then replied_on() || to_char(l.replied_at at time zone time_zone, 'DD-MM-YYYY')
      when l.unreplied >= s.budget
        then l.unreplied || case l.unreplied when 1 then ' message' else ' messages' end || without_reply_words()
    end
    from message_ledger l where l.user_id = s.user_id and l.recipient = of_recipient);
end $$;

-- Why this person is left alone by a campaign that started at this moment, in words; null where it may write to them. What
-- did not start yet is judged as if it started now.
create function left_alone_reason(s settings, started_at timestamptz, leave_out jsonb, of_recipient text, moment timestamptz,
  time_zone text) returns text language sql stable
return case when s.hears_replies then find_reply(s, started_at, of_recipient, moment, time_zone) end;
