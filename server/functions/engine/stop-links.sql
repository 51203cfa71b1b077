-- docs/behaviour.md#the-stop-link. A text with {optout} has a blank whose field is 'optout'; its value, with the others of a
-- delivery, is the whole link.

create function has_stop_link(parts jsonb) returns boolean language sql immutable
return coalesce(parts @> '[{"field": "optout"}]', false);

-- Whether the links of this text lead anywhere: people can reach the server, or there are none.
create function may_link(parts jsonb) returns boolean language sql stable
return case when has_stop_link(parts) then (server_address()).is_public else true end;

create function stop_link_with(code text) returns jsonb language sql stable
return jsonb_build_object('optout', (server_address()).address || '/o/' || code);

create function sample_stop_link() returns jsonb language sql stable return stop_link_with(sample_code());

-- Puts the person's own link in the place of the sample. What was begun before keeps the link that it had.
create function with_stop_link(moment timestamptz, of_user bigint, of_recipient text, given jsonb) returns jsonb
language plpgsql as $$
declare
  before_code text := substring(given->>'optout' from '^(.*/o/)' || sample_code() || '$');
  of_person text;
begin
  if before_code is null then return given; end if;
  insert into opt_out_links (code, user_id, recipient, created_at) values (new_code(), of_user, of_recipient, moment)
  on conflict (user_id, recipient) do nothing returning code into of_person;
  if of_person is null then
    select code into of_person from opt_out_links where user_id = of_user and recipient = of_recipient;
  end if;
  return given || jsonb_build_object('optout', before_code || of_person);
end $$;

-- 60 random bits in Crockford's base32: those of a random UUID behind its version and variant. By a loop, because a query
-- of twelve rows takes many times as long.
create function new_code() returns text language plpgsql volatile as $$
declare
  bits bigint := ('x0' || right(translate(gen_random_uuid()::text, '-', ''), 15))::bit(64)::bigint;
  code text := '';
begin
  for place in 0..11 loop
    code := code || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (bits >> 5 * place & 31)::integer, 1);
  end loop;
  return code;
end $$;
