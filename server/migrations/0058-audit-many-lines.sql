-- A change of ten thousand rows wrote the head of its user's chain twenty thousand times, and each time PostgreSQL read
-- all its versions of that transaction: a minute and more. Now the head is only locked until the transaction ends, and
-- written then, once. Within the transaction the chain goes on from its last line.
create or replace function audit_append(of_user bigint, kind text, action text, subject_id bigint, subject_name text,
  before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
  head audit_heads;
  last_line audit_log;
  line audit_log;
begin
  loop
    select h.* into head from audit_heads h where h.user_id = of_user for update;
    exit when found;
    insert into audit_heads (user_id, id, hash) values (of_user, 0, '') on conflict (user_id) do nothing;
  end loop;
  select l.* into last_line from audit_log l where l.user_id = of_user order by l.id desc limit 1;
  -- A line that is missing behind the others stays missing: the chain never goes back behind its head.
  if last_line.id > head.id then
    head.id := last_line.id;
    head.hash := last_line.hash;
  end if;
  line.user_id := of_user;
  line.id := head.id + 1;
  if actor is not null then
    line.actor_id := case when actor->'is_unknown' is null then coalesce((actor->>'user_id')::bigint, of_user) end;
    line.actor_name := coalesce(actor->>'username', (select u.username from users u where u.id = of_user));
    line.address := actor->>'address';
  end if;
  line.kind := kind;
  line.action := action;
  line.subject_id := subject_id;
  line.subject_name := subject_name;
  line.before := before;
  line.after := after;
  line.created_at := coalesce((actor->>'at')::timestamptz, clock_timestamp());
  line.hash := audit_hash(head.hash, line);
  insert into audit_log select line.*;
end $$;

-- The first line of a transaction brings the last one; the others find it there.
create function audit_head() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update audit_heads h set (id, hash) = (
    select l.id, l.hash from audit_log l where l.user_id = new.user_id order by l.id desc limit 1)
  where h.user_id = new.user_id and h.id < new.id;
  return null;
end $$;
create constraint trigger head_kept after insert on audit_log deferrable initially deferred
for each row execute function audit_head();
revoke execute on function audit_head from public;
