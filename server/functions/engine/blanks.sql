-- docs/engine.md#blanks. The parts of a text are its words and its blanks, an object each: `field` has its value, `else` its
-- fallback, and a blank without a field is the name.

-- A JSON array of ids as texts, which the keys of values are.
create function ids_of(ids jsonb) returns text[] language sql immutable
return translate(ids::text, '[] ', '{}')::text[];

-- A plan counts by these whom a text does not fit; claims and begins judge by findUnfit (contract/src/rules/unfit.ts). By paths
-- and as one expression: a query of the parts takes three times as long.
create function needs_of(parts jsonb) returns text_needs language sql immutable
return case when parts is not null then row(parts,
  ids_of(jsonb_path_query_array(parts, '$[*] ? (!exists(@.else)).field')),
  char_length(parts::text),
  jsonb_array_length(jsonb_path_query_array(parts, '$[*] ? (exists(@.name) && !exists(@.field))')),
  jsonb_array_length(jsonb_path_query_array(parts, '$[*].field')),
  jsonb_path_exists(parts, '$[*] ? (@.type() == "string" && @ like_regex "[^ \\t\\n\\r]"
    || @.else like_regex "[^ \\t\\n\\r]" || exists(@.name) && !exists(@.else))'))::text_needs end;

create function read_parts(parts jsonb) returns table (ord bigint, words text, name text, field text, fallback text)
language sql immutable as $$
  select ord, case when jsonb_typeof(part) = 'string' then part #>> '{}' end, part->>'name', part->>'field', part->>'else'
  from jsonb_array_elements(parts) with ordinality as part (part, ord)
$$;

-- The value of {name} on a site of addresses: what stands before the @. `localName` of the contract says the same.
create function local_name_of(of_recipient text) returns jsonb language sql immutable
return jsonb_build_object('name', split_part(of_recipient, '@', 1));

-- The value of {source}: the newest one that counts, as it was stated; nothing where none is stated.
create function source_of(of_user bigint, of_recipient text) returns jsonb language plpgsql stable as $$
begin
  return coalesce((
    select jsonb_build_object('source', x.text)
    from people p join sources x on x.user_id = p.user_id and x.id = any (p.sources) and x.withdrawn_at is null
    where p.user_id = of_user and p.recipient = of_recipient order by x.id desc limit 1), '{}');
end $$;

-- Why a person with these values gets no message of this text; null where they may.
create function unfit_reason(needs text_needs, of_recipient text, given jsonb) returns jsonb language plpgsql immutable as $$
begin
  if needs.parts is null then return null; end if;
  -- Most texts are short enough whatever their values are: JSON is longer than all values in it.
  if given ?& needs.needed and needs.has_words and needs.own_length + needs.names * char_length(of_recipient)
      + needs.values_used * octet_length(given::text) <= longest_message() then
    return null;
  end if;
  return find_unfit_reason(needs, of_recipient, given);
end $$;

create function find_unfit_reason(needs text_needs, of_recipient text, given jsonb) returns jsonb
language plpgsql immutable as $$
declare
  unfilled text;
  blank text;
  message text;
begin
  select (array_agg(name order by ord) filter (where filled is null))[1],
    (array_agg(name order by ord) filter (where words is null))[1], string_agg(filled, '' order by ord)
  into unfilled, blank, message
  from read_parts(needs.parts) part
  cross join lateral (select coalesce(words, case when field is null then of_recipient
    else coalesce(nullif(given->>field, ''), fallback) end) as filled) f;
  return case
    when unfilled is not null then jsonb_build_object('kind', 'unfilled', 'blank', unfilled)
    -- Nothing but blanks, and each has an empty fallback.
    when trim(message, E' \t\n\r') = '' then jsonb_build_object('kind', 'unfilled', 'blank', blank)
    when char_length(message) > longest_message() then jsonb_build_object('kind', 'too_long', 'characters', char_length(message))
  end;
end $$;
