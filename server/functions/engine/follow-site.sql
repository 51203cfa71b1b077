-- docs/behaviour.md#one-form-of-a-name. The names of a user when the domain of their site becomes another one.

-- Who was named without the old domain gets it, so that nobody else is meant from now on; who is named with the new one loses
-- it. null: no domain. The user's lock must be held.
create function follow_site(of_user bigint, old_domain text, new_domain text) returns void language plpgsql as $$
begin
  perform rename_people(of_user, old_domain, true);
  perform rename_people(of_user, new_domain, false);
end $$;

create function is_bare(name text, domain text) returns boolean language sql immutable
return position('@' in name) = 0 and length(name) + length(domain) < 255 and name <> '(erased)';

create function is_of_domain(name text, domain text) returns boolean language sql immutable
return right(name, length(domain) + 1) = '@' || domain and position('@' in name) = length(name) - length(domain)
  and position('@' in name) > 1;

-- Every table with names of a user's people, in `recipient`.
create function tables_of_names() returns text[] language sql immutable
return array['recipients', 'deleted_recipients', 'people', 'person_notes', 'withdrawn_sources', 'message_ledger', 'do_not_contact',
  'deleted_do_not_contact', 'replies', 'opt_out_links', 'recovered_links', 'erasure_wishes', 'erasures', 'deleted_deliveries',
  'deliveries', 'campaign_logs', 'replaced_values'];

-- Writes the domain behind the names without one, or takes it off. Few become one with somebody who has that name already:
-- those are joined first. All others are only written anew, which is several times as fast.
create function rename_people(of_user bigint, domain text, is_written boolean) returns void language plpgsql as $$
declare
  is_renamed text := case when is_written then 'is_bare(x.recipient, $2)' else 'is_of_domain(x.recipient, $2)' end;
  becomes text := case when is_written then $q$x.recipient || '@' || $2$q$ else 'left(x.recipient, -length($2) - 1)' end;
  name text;
begin
  if domain is null then return; end if;
  create temp table renamed as
    select of_user as user_id, case when is_written then bare else bare || '@' || domain end collate "C" as was,
      case when is_written then bare || '@' || domain else bare end collate "C" as becomes
    from names_in_both_forms(of_user, domain) bare;
  if exists (select from renamed) then
    perform join_people();
    perform rename_replaced_values();
  end if;
  drop table renamed;
  foreach name in array tables_of_names() loop
    execute format('update %I x set recipient = %s where x.user_id = $1 and %s', name, becomes, is_renamed)
    using of_user, domain;
  end loop;
  update settings set own_name = case when is_written then own_name || '@' || domain else left(own_name, -length(domain) - 1) end
  where user_id = of_user
    and case when is_written then is_bare(own_name, domain) else is_of_domain(own_name, domain) end;
end $$;

-- The names that stand both without this domain and with it, without it. Only the form that fewer have is gathered.
create function names_in_both_forms(of_user bigint, domain text) returns setof text language plpgsql as $$
declare
  fewer text := 'is_bare(x.recipient, $2)';
  more text := 'is_of_domain(x.recipient, $2)';
  bare text := 'case when is_bare(x.recipient, $2) then x.recipient else left(x.recipient, -length($2) - 1) end';
  name text;
  in_table record;
  difference bigint := 0;
begin
  foreach name in array tables_of_names() loop
    execute format('select count(*) filter (where %s) as without, count(*) filter (where %s) as within from %I x
      where x.user_id = $1', fewer, more, name)
    into in_table using of_user, domain;
    difference := difference + in_table.without - in_table.within;
  end loop;
  if difference > 0 then
    fewer := 'is_of_domain(x.recipient, $2)';
    more := 'is_bare(x.recipient, $2)';
  end if;
  create temp table gathered (name text collate "C");
  create temp table met (name text collate "C");
  foreach name in array tables_of_names() loop
    execute format('insert into gathered select distinct %s from %I x where x.user_id = $1 and %s', bare, name, fewer)
    using of_user, domain;
  end loop;
  if exists (select from gathered) then
    analyze gathered;
    foreach name in array tables_of_names() loop
      execute format('insert into met select distinct %1$s from %2$I x
        where x.user_id = $1 and %3$s and exists (select from gathered g where g.name = %1$s)', bare, name, more)
      using of_user, domain;
    end loop;
  end if;
  return query select distinct m.name::text from met m;
  drop table gathered, met;
end $$;

-- The same for the values that an undo would bring back: of two people who become one the first row counts.
create function rename_replaced_values() returns void language plpgsql as $$
begin
  with gone as (
    delete from replaced_values v using renamed n where v.user_id = n.user_id and v.recipient = n.was
    returning v.user_id, v.import_id, n.becomes, v.before, v.after)
  insert into replaced_values (user_id, import_id, recipient, before, after) select * from gone on conflict do nothing;
end $$;
