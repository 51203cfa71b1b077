-- docs/engine.md#blanks. The parts of a text are its words and its blanks, an object each: `field` has its value, `else` its
-- fallback, and a blank without a field is the name.

create function needs_of(parts jsonb) returns text_needs language plpgsql immutable as $$
declare
  needs text_needs;
begin
  if parts is null then return null; end if;
  select parts, coalesce(array_agg(distinct field) filter (where field is not null), '{}'),
    coalesce(array_agg(distinct field) filter (where field is not null and fallback is null), '{}'),
    sum(char_length(coalesce(words, fallback, ''))), count(*) filter (where words is null and field is null),
    count(field),
    coalesce(bool_or(coalesce(words, fallback, 'needed') ~ '\S'), false)
  into needs from read_parts(parts);
  return needs;
end $$;

create function read_parts(parts jsonb) returns table (ord bigint, words text, name text, field text, fallback text)
language sql immutable as $$
  select ord, case when jsonb_typeof(part) = 'string' then part #>> '{}' end, part->>'name', part->>'field', part->>'else'
  from jsonb_array_elements(parts) with ordinality as part (part, ord)
$$;

-- A person's values for the blanks of a text; null where it has none but the name.
create function values_for(needs text_needs, of_user bigint, of_recipient text) returns jsonb
language plpgsql stable as $$
begin
  if needs.used = '{}' then return '{}'; end if;
  return coalesce((
    select jsonb_object_agg(key, p.fields->key) from people p, unnest(needs.used) key
    where p.user_id = of_user and p.recipient = of_recipient and p.fields ? key), '{}');
end $$;

-- Why a person with these values gets no message of this text, in words; null where they may.
create function unfit_reason(needs text_needs, of_recipient text, given jsonb) returns text language plpgsql immutable as $$
begin
  if needs.parts is null then return null; end if;
  -- Most texts are short enough whatever their values are: JSON is longer than all values in it.
  if given ?& needs.needed and needs.has_words and needs.own_length + needs.names * char_length(of_recipient)
      + needs.values_used * octet_length(given::text) <= longest_message() then
    return null;
  end if;
  return find_unfit_reason(needs, of_recipient, given);
end $$;

create function find_unfit_reason(needs text_needs, of_recipient text, given jsonb) returns text
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
    when unfilled is not null then unfilled_reason(unfilled)
    -- Nothing but blanks, and each has an empty fallback.
    when trim(message, E' \t\n\r') = '' then unfilled_reason(blank)
    when char_length(message) > longest_message() then too_long_reason(char_length(message))
  end;
end $$;
