-- docs/engine.md#replies. What follows when its owner says that a machine wrote a reply, or that a person did.

-- Takes a reply for a machine's, or for a person's; the user's lock must be held. What depends on it is as if it had been so
-- from the beginning; whom a campaign skipped for it stays skipped.
create function take_reply_for(moment timestamptz, of_user bigint, of_id bigint, says_automatic boolean) returns json
language plpgsql as $$
declare
  was replies;
  r replies;
begin
  select * into was from replies where user_id = of_user and id = of_id for update;
  update replies set automatic = case when says_automatic then 'owner_yes' else 'owner_no' end
  where user_id = of_user and id = of_id returning * into r;
  if is_automatic(was) = is_automatic(r) then return engine_answer(moment, 'null', '{}'); end if;
  if is_automatic(r) then perform forget_reply(r); else perform hear_reply(r); end if;
  perform recount_replies_to(r);
  return engine_answer(moment, 'null',
    array(select tell_progress(g) from campaign_progress g where user_id = of_user and campaign_id = r.campaign_id));
end $$;

-- The person's other replies stay, and the messages after them are those without one again.
create function forget_reply(r replies) returns void language plpgsql as $$
declare
  last_at timestamptz := (select max(at) from replies o
    where o.user_id = r.user_id and o.recipient = r.recipient and not is_automatic(o));
begin
  update message_ledger l set replied_at = last_at,
    without_reply = entries_after(heard_messages(r.user_id, r.recipient) || l.without_reply, greatest(last_at, l.waived_at))
  where user_id = r.user_id and recipient = r.recipient;
end $$;

-- The messages that reached a person and whose machine could read replies, as the ledger has them.
create function heard_messages(of_user bigint, of_recipient text) returns jsonb language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_object_agg(m.campaign_id, extract(epoch from m.begun_at)), '{}')
    from messages_to(of_user, of_recipient, '-infinity', 'infinity') m
    join deliveries d on d.user_id = of_user and d.campaign_id = m.campaign_id and d.recipient_id = m.recipient_id
    where m.state = 'sent' and d.is_heard);
end $$;

-- The message of a reply has the first of the others, or none.
create function recount_replies_to(r replies) returns void language plpgsql as $$
declare
  was timestamptz;
  d deliveries;
  first_at timestamptz := (select min(at) from replies o
    where o.user_id = r.user_id and o.recipient = r.recipient and o.campaign_id = r.campaign_id
      and o.recipient_id = r.recipient_id and not is_automatic(o));
begin
  select replied_at into was from deliveries
  where user_id = r.user_id and campaign_id = r.campaign_id and recipient_id = r.recipient_id;
  if not found then return; end if;
  update deliveries set replied_at = first_at
  where user_id = r.user_id and campaign_id = r.campaign_id and recipient_id = r.recipient_id returning * into d;
  perform add_replied(d, (first_at is not null)::integer - (was is not null)::integer);
end $$;
