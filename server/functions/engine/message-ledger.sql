-- docs/engine.md#never-the-same-person. Functions, because a subquery costs its start in each statement that holds it,
-- and most users leave the setting off.

-- When the user last messaged a person to whom nobody is to write again now; null where they may be written to.
create function find_messaged(s settings, of_recipient text, moment timestamptz) returns timestamptz
language plpgsql stable as $$
begin
  return (select last_messaged_at from message_ledger
    where user_id = s.user_id and recipient = of_recipient and last_messaged_at > messaged_since(s, moment));
end $$;

create function last_messaged(s settings, of_recipient text, moment timestamptz) returns timestamptz
language sql stable
return case when s.never_twice_days is not null then find_messaged(s, of_recipient, moment) end;

-- Whether another delivery is sending to the same person, who stands in another list too, or may be about to: of several
-- begins at once for one person only the first can be granted, and the others wait, whatever becomes of it. `earlier`:
-- the leases that are judged before this profile's.
create function is_being_messaged(p profiles, of_recipient text, earlier uuid[]) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from profiles other
    join recipients same on same.user_id = other.user_id and same.id = other.lease_recipient_id
    join deliveries d on d.user_id = other.user_id and d.campaign_id = other.lease_campaign_id
      and d.recipient_id = other.lease_recipient_id
    where other.user_id = p.user_id and other.id <> p.id and same.recipient = of_recipient
      and (d.state = 'sending' or other.lease_token = any (earlier)));
end $$;
