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
-- `pads`: see stop_code; null makes random codes.
create function with_stop_link(moment timestamptz, of_user bigint, of_recipient text, given jsonb, pads bytea) returns jsonb
language plpgsql as $$
declare
  before_code text := substring(given->>'optout' from '^(.*/o/)' || sample_code() || '$');
  of_person text;
begin
  if before_code is null then return given; end if;
  insert into opt_out_links (code, user_id, recipient, created_at)
  values (coalesce(stop_code(pads, of_user, of_recipient), random_code()), of_user, of_recipient, moment)
  on conflict do nothing returning code into of_person;
  if of_person is null then
    select code into of_person from opt_out_links where user_id = of_user and recipient = of_recipient;
  end if;
  -- Somebody else has this code: with a million people that happens once in two million servers.
  if of_person is null then
    insert into opt_out_links (code, user_id, recipient, created_at) values (random_code(), of_user, of_recipient, moment)
    returning code into of_person;
  end if;
  return given || jsonb_build_object('optout', before_code || of_person);
end $$;

-- 60 bits in Crockford's base32. By a loop, because a query of twelve rows takes many times as long.
create function code_of(bits bigint) returns text language plpgsql immutable as $$
declare
  code text := '';
begin
  for place in 0..11 loop
    code := code || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (bits >> 5 * place & 31)::integer, 1);
  end loop;
  return code;
end $$;

-- A person's code, which every copy of the database makes again: the first 60 bits of HMAC-SHA-256 of user and name. `pads`:
-- the server's key with its inner and its outer pad, 64 bytes each (RFC 2104). Without the key a code is as hard to guess as
-- 60 random bits: where a million people have one, a guess finds somebody once in 10^12 tries, and an address has 60 tries a
-- minute.
create function stop_code(pads bytea, of_user bigint, of_recipient text) returns text language sql immutable strict
return code_of(('x' || left(encode(sha256(substr(pads, 65)
  || sha256(substr(pads, 1, 64) || convert_to(of_user || ':' || of_recipient, 'UTF8'))), 'hex'), 15))::bit(60)::bigint);

-- 60 random bits: those of a random UUID behind its version and variant.
create function random_code() returns text language sql volatile
return code_of(('x0' || right(translate(gen_random_uuid()::text, '-', ''), 15))::bit(64)::bigint);

-- Makes the links of these people known that messages after a backup may have, by each of the keys.
create function recover_links(of_user bigint, names text[], all_pads bytea[]) returns void language sql
begin atomic
  insert into recovered_links (code, user_id, recipient)
  select stop_code(pads, of_user, name), of_user, name from unnest(names) name, unnest(all_pads) pads
  on conflict do nothing;
end;
