-- How many names of a list are pending up to a place in line. Usually few come after it, so those are counted and
-- subtracted from the list's own count, if that is given. Planned with each use, because lists differ by a million names,
-- so that the statement which asks needs no plan of its own each time (docs/behaviour.md#numbers).
create function pending_in_line(of_user bigint, of_list bigint, up_to bigint, list_pending bigint) returns bigint
language plpgsql stable as $$
declare
  many constant bigint := 5000;
  found_pending bigint;
begin
  execute 'select count(*) from (
      select from recipients where user_id = $1 and list_id = $2 and status = ''pending'' and position > $3 limit $4 + 1) later'
    into found_pending using of_user, of_list, up_to, many;
  if found_pending <= many and list_pending is not null then return list_pending - found_pending; end if;
  execute 'select count(*) from recipients
      where user_id = $1 and list_id = $2 and status = ''pending'' and position <= $3'
    into found_pending using of_user, of_list, up_to;
  return found_pending;
end $$;
