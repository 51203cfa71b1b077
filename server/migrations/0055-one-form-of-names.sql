-- Reads every table with names once, and writes only rows of names that have another form: of a million plain usernames none.
--
-- A name has one form for each account (docs/behaviour.md#one-form-of-a-name). People who stand here under several
-- spellings become one.

-- Gives people their other name, and makes those one who have the same name then. The temporary table `renamed` (user_id,
-- was, becomes) says which; no name is in both columns. Do-not-contact and the newest date of the ledger win, tags are merged,
-- of fields the first counts. The users' locks must be held.
create function join_people() returns void language plpgsql as $$
begin
  create temp table person as
    select user_id, was as name, becomes from renamed
    union all select distinct user_id, becomes, becomes from renamed;
  create unique index on person (user_id, name);
  analyze person;

  -- Of each list one row stays: the one that is being sent to, or that tells most, and of those the first.
  create temp table joining as
    select r.user_id, r.list_id, r.id, r.status, r.recipient, r.created_at, n.becomes, row_number() over (
      partition by r.user_id, r.list_id, n.becomes order by
        case
          when d.state = 'sending' then 0
          when r.status = 'sent' then 1
          when r.status = 'failed' and exists (select from message_ledger l
            where l.user_id = r.user_id and l.recipient = r.recipient and l.begun <> '{}') then 2
          when d.state = 'leased' then 3
          when r.status = 'pending' then 4
          when r.status = 'failed' then 5
          else 6
        end, r.id) as nth,
      d.campaign_id as leased_by
    from person n
    join recipients r on r.user_id = n.user_id and r.recipient = n.name
    left join profiles p on p.user_id = r.user_id and p.lease_recipient_id = r.id
    left join deliveries d on d.user_id = r.user_id and d.campaign_id = p.lease_campaign_id and d.recipient_id = r.id
      and d.token = p.lease_token;
  -- Who was only handed out leaves the campaign, as a deleted recipient does.
  with skipped as (
    update deliveries d set state = 'skipped', reason = 'Under another name in the list too'
    from joining j
    where j.nth > 1 and d.user_id = j.user_id and d.campaign_id = j.leased_by and d.recipient_id = j.id and d.state = 'leased'
    returning d.user_id, d.campaign_id, d.token),
  ended as (
    update profiles p set lease_until = null, lease_token = null, lease_campaign_id = null, lease_recipient_id = null,
      lease_agent_id = null
    from skipped s where p.user_id = s.user_id and p.lease_token = s.token)
  update campaign_progress g set in_work = g.in_work - s.people,
    total_list = greatest(g.total_list - s.people, g.total_sent + g.total_failed)
  from (select user_id, campaign_id, count(*)::integer as people from skipped group by user_id, campaign_id) s
  where g.user_id = s.user_id and g.campaign_id = s.campaign_id;
  delete from recipients r using joining j where j.nth > 1 and r.user_id = j.user_id and r.id = j.id;
  update lists l set pending = l.pending - j.pending, sent = l.sent - j.sent, failed = l.failed - j.failed,
    not_found = l.not_found - j.not_found
  from (select user_id, list_id, count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'not_found') as not_found
    from joining where nth > 1 group by user_id, list_id) j
  where l.user_id = j.user_id and l.id = j.list_id;
  update recipients r set recipient = j.becomes
  from joining j where j.nth = 1 and j.recipient <> j.becomes and r.user_id = j.user_id and r.id = j.id;

  create temp table of_ledger as
    select l.*, n.becomes from person n join message_ledger l on l.user_id = n.user_id and l.recipient = n.name;
  create index on of_ledger (user_id, becomes);
  delete from message_ledger l using of_ledger o where l.user_id = o.user_id and l.recipient = o.recipient;
  insert into message_ledger (user_id, recipient, last_messaged_at, first_messaged_at, not_found_at, replied_at, waived_at,
    waived_reason, begun, without_reply)
  select o.*, coalesce(b.begun, '{}'), coalesce(w.without_reply, '{}')
  from (
    select user_id, becomes, max(last_messaged_at), min(coalesce(first_messaged_at, last_messaged_at)),
      -- Whom the site knows under one spelling it knows.
      case when max(last_messaged_at) is null then max(not_found_at) end,
      max(replied_at) as replied_at, max(waived_at) as waived_at,
      (array_agg(waived_reason order by waived_at desc nulls last))[1]
    from of_ledger group by user_id, becomes) o
  left join (
    select user_id, becomes, jsonb_object_agg(entry.key, entry.value order by (entry.value->>'at')::float8) as begun
    from of_ledger, jsonb_each(of_ledger.begun) entry group by user_id, becomes) b
    on b.user_id = o.user_id and b.becomes = o.becomes
  left join lateral (
    select jsonb_object_agg(entry.key, entry.value) as without_reply
    from of_ledger l, jsonb_each(l.without_reply) entry
    where l.user_id = o.user_id and l.becomes = o.becomes and l.without_reply <> '{}'
      and (greatest(o.replied_at, o.waived_at) is null
        or entry.value::numeric > extract(epoch from greatest(o.replied_at, o.waived_at)))) w on true;

  -- The names of people who were written to are kept with the ids that they had.
  insert into deleted_recipients (user_id, id, list_id, recipient, status, created_at)
  select j.user_id, j.id, j.list_id, j.becomes, j.status, j.created_at from joining j
  join message_ledger l on l.user_id = j.user_id and l.recipient = j.becomes
  where j.nth > 1 on conflict do nothing;

  -- The person's own word counts more than the owner's hand, and of several the first.
  delete from do_not_contact x using (
    select d.user_id, d.recipient, row_number() over (partition by d.user_id, n.becomes order by d.how = 'hand', d.created_at,
      d.id) as nth
    from person n join do_not_contact d on d.user_id = n.user_id and d.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;
  update do_not_contact x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  delete from deleted_do_not_contact x using (
    select d.user_id, d.recipient, row_number() over (partition by d.user_id, n.becomes order by d.deleted_at desc) as nth
    from person n join deleted_do_not_contact d on d.user_id = n.user_id and d.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;

  create temp table of_people as
    select p.*, n.becomes, row_number() over (partition by p.user_id, n.becomes order by p.recipient <> n.becomes, p.recipient)
      as nth
    from person n join people p on p.user_id = n.user_id and p.recipient = n.name;
  create index on of_people (user_id, becomes);
  analyze of_ledger;
  analyze of_people;
  delete from people p using of_people o where p.user_id = o.user_id and p.recipient = o.recipient;
  -- As many tags and sources as a person has at most: the first tags, the newest sources.
  insert into people (user_id, recipient, fields, tags, sources)
  select o.user_id, o.becomes, coalesce(f.fields, '{}'),
    array(select tag from (select tag, min(of_people.nth) as first from of_people, unnest(of_people.tags) tag
      where of_people.user_id = o.user_id and of_people.becomes = o.becomes group by tag order by first, tag limit 20) t
      order by tag),
    array(select source from (select distinct source from of_people, unnest(of_people.sources) source
      where of_people.user_id = o.user_id and of_people.becomes = o.becomes order by source desc limit 20) s order by source)
  from (select distinct user_id, becomes from of_people) o
  left join (
    select user_id, becomes, jsonb_object_agg(field.key, field.value order by nth desc) as fields
    from of_people, jsonb_each(of_people.fields) field group by user_id, becomes) f
    on f.user_id = o.user_id and f.becomes = o.becomes;

  delete from withdrawn_sources x using (
    select w.user_id, w.recipient, w.source_id, row_number() over (partition by w.user_id, n.becomes, w.source_id
      order by w.withdrawn_at) as nth
    from person n join withdrawn_sources w on w.user_id = n.user_id and w.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient and x.source_id = j.source_id;
  delete from replies x using (
    select r.user_id, r.id, row_number() over (partition by r.user_id, r.profile_id, n.becomes, r.site_id order by r.id) as nth
    from person n join replies r on r.user_id = n.user_id and r.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.id = j.id;
  -- Every code goes on: a person has one of their own, the others are known as those after a restore.
  with gone as (
    delete from opt_out_links x using (
      select o.code, n.becomes, row_number() over (partition by o.user_id, n.becomes order by o.created_at, o.code) as nth
      from person n join opt_out_links o on o.user_id = n.user_id and o.recipient = n.name) j
    where j.nth > 1 and x.code = j.code returning x.code, x.user_id, j.becomes)
  insert into recovered_links (code, user_id, recipient) select code, user_id, becomes from gone on conflict do nothing;
  delete from erasure_wishes x using (
    select w.user_id, w.recipient, row_number() over (partition by w.user_id, n.becomes order by w.wished_at) as nth
    from person n join erasure_wishes w on w.user_id = n.user_id and w.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;
  delete from erasures x using (
    select e.user_id, e.recipient, row_number() over (partition by e.user_id, n.becomes order by e.campaign_id) as nth
    from person n join erasures e on e.user_id = n.user_id and e.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;

  update deleted_do_not_contact x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update deleted_recipients x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update deleted_deliveries x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update person_notes x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update withdrawn_sources x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update replies x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update opt_out_links x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update recovered_links x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update erasure_wishes x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update erasures x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update deliveries x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update campaign_logs x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update settings x set own_name = n.becomes from renamed n where x.user_id = n.user_id and x.own_name = n.was;
  drop table person, joining, of_ledger, of_people;
end $$;

-- The form of a name that is stored already, as name-form.ts has it; names that it would refuse stay as they are.
create function part_of_name(part text) returns text language plpgsql immutable as $$
begin
  if part !~ '%' then return part; end if;
  return normalize(lower((
    select convert_from(string_agg(case when piece[1] is not null then decode(substr(piece[1], 2), 'hex')
      else convert_to(piece[2], 'UTF8') end, '' order by ord), 'UTF8')
    from regexp_matches(part, '(%[0-9a-fA-F]{2})|([^%]+|%)', 'g') with ordinality as pieces (piece, ord))), NFC);
exception when others then
  return part;
end $$;
-- A name without one layer of what was around it; null: it is a link that names nobody.
create function peeled_name(name text, domain text) returns text language plpgsql immutable as $$
declare
  found_parts text[];
  host text;
  parts text[];
  is_of_user boolean;
  behind text;
  address text;
begin
  found_parts := regexp_match(name, '^(?:<(.+)>|\((.+@.+)\)|\[(.+@.+)\]|"(.+@.+)")$');
  if found_parts is not null then return coalesce(found_parts[1], found_parts[2], found_parts[3], found_parts[4]); end if;
  found_parts := regexp_match(name, '^(?:xmpp:(?://[^/]*/)?|mailto:|acct:)(.*)$');
  if found_parts is not null then return part_of_name(regexp_replace(found_parts[1], '[?#].*$', '')); end if;
  found_parts := coalesce(regexp_match(name, '^(?:https?:)?//([^/?#]+)(?:[/?#](.*))?$'),
    regexp_match(name, '^([^/?#@]+\.[^/?#@]+)/(@.*|users/.*)$'));
  if found_parts is not null then
    host := regexp_replace(found_parts[1], ':(80|443)$', '');
    parts := array(select part_of_name(part) from regexp_split_to_table(coalesce(found_parts[2], ''), '[/?#]') with ordinality
      as split (part, ord) order by ord);
    is_of_user := parts[1] = 'users' and coalesce(parts[2], '') <> '';
    behind := coalesce(parts[case when is_of_user then 3 else 2 end], '');
    if behind ~ '^(?:\d+|p|statuses|posts?|notes?|objects?|status)$' and (parts[1] ~ '^@' or is_of_user) then return null; end if;
    select (regexp_match(part, '^@?([^@/=&]+@[^@/=&]+\.[^@/=&]+)$'))[1] into address
    from unnest(parts) with ordinality as all_parts (part, ord) where part ~ '^@?[^@/=&]+@[^@/=&]+\.[^@/=&]+$' order by ord limit 1;
    if address is not null then return address; end if;
    if parts[1] ~ '^@[^@]+$' then return substr(parts[1], 2) || '@' || host; end if;
    if is_of_user then return parts[2] || '@' || host; end if;
    if domain is null then return name; end if;
    return case when host = domain and parts[1] <> '' and behind = '' then parts[1] || '@' || host end;
  end if;
  found_parts := coalesce(regexp_match(name, '^([^/@]+@[^/@]+)/.*$'),
    case when domain is not null then regexp_match(name, '^([^/@]+)/.*$') end,
    regexp_match(name, '^([^@]+@.*[^.])\.+$'));
  return coalesce(found_parts[1], name);
end $$;
create function form_of_name(name text, domain text) returns text language plpgsql immutable as $$
declare
  form text := normalize(name, NFC);
  inner_form text;
begin
  for layer in 1..4 loop
    inner_form := peeled_name(form, domain);
    if inner_form is null then return name; end if;
    exit when inner_form = form;
    form := inner_form;
  end loop;
  form := regexp_replace(form, '^[@＠]', '');
  if domain is not null and right(form, length(domain) + 1) = '@' || domain
    and position('@' in form) = length(form) - length(domain) and position('@' in form) > 1 then
    form := left(form, length(form) - length(domain) - 1);
  end if;
  if form = '' or form ~ '^@' or length(form) > 255 or peeled_name(form, domain) is distinct from form then return name; end if;
  return form;
end $$;

create temp table domains as
  select user_id, normalize(lower(rtrim(nullif(regexp_replace(case site->>'kind' when 'xmpp' then site->>'domain'
      when 'snac' then (regexp_match(site->>'address', '^https?://([^/?#]+)', 'i'))[1] end,
    case when site->>'address' ~* '^https:' then ':443$' else ':80$' end, ''), ''), '.')), NFC) as domain
  from settings where names = 'address' and site is not null;
create temp table renamed (user_id bigint, was text collate "C", becomes text collate "C", primary key (user_id, was));
do $$
declare
  name text;
begin
  foreach name in array array['recipients', 'deleted_recipients', 'people', 'person_notes', 'withdrawn_sources', 'message_ledger',
    'do_not_contact', 'deleted_do_not_contact', 'replies', 'opt_out_links', 'recovered_links', 'erasure_wishes', 'erasures',
    'deleted_deliveries', 'deliveries', 'campaign_logs'] loop
    execute format($q$
      insert into renamed
      select distinct x.user_id, x.recipient, form_of_name(x.recipient, d.domain)
      from %I x left join domains d on d.user_id = x.user_id
      -- Nearly all names are plain.
      where x.recipient !~ '^[a-z0-9._-]+$' and (x.recipient !~ '^[a-z0-9._-]+@[a-z0-9.-]*[a-z0-9]$'
          or right(x.recipient, length(d.domain) + 1) = '@' || d.domain)
        and form_of_name(x.recipient, d.domain) <> x.recipient %s
      on conflict do nothing$q$, name, case when name = 'campaign_logs' then $q$and x.recipient <> '(erased)'$q$ end);
  end loop;
  insert into renamed select s.user_id, s.own_name, form_of_name(s.own_name, d.domain)
  from settings s left join domains d on d.user_id = s.user_id
  where s.own_name is not null and form_of_name(s.own_name, d.domain) <> s.own_name on conflict do nothing;
  -- A server of before may run: no step of these users' engine goes on meanwhile.
  perform pg_advisory_xact_lock(1, (user_id % 2147483648)::integer) from (select distinct user_id from renamed order by user_id) u;
  if exists (select from renamed) then perform join_people(); end if;
end $$;
drop table renamed, domains;
drop function form_of_name;
drop function peeled_name;
drop function part_of_name;
