-- Why a campaign could not start at its moment is a kind with its values (contract/src/campaigns/start-problems.ts).
-- start_problem has the words of a version before.
alter table campaigns add column start_refusal jsonb;

create function pg_temp.problem_of(words text) returns jsonb language sql immutable as $$
  select coalesce((select jsonb_build_object('kind', kind) from (values
      ('This account is disabled', 'account'),
      ('Your subscription has expired', 'subscription'),
      ('This is a draft. Choose a template, a list and at least one profile first.', 'draft'),
      ('Its last moment has passed. Change or remove it first.', 'last_moment'),
      ('The stop link shows who writes. Give the name of the sender in Settings → People first.', 'no_sender_name'),
      ('No profile of this campaign is able to send. Switch one on, or resume one that is blocked or signed out, then start again.',
        'profiles'),
      ('The list of this campaign was deleted.', 'list_deleted'),
      ('Still putting people back into this list to try them again. Try again in a moment.', 'retrying'),
      ('Still taking an import out of this list. Try again in a moment.', 'undoing'),
      ('This list is busy at this moment, for example with an import. Please try again when that is done.', 'list_busy'),
      ('This list has no pending recipients', 'nobody')) known (said, kind)
    where said = words), jsonb_build_object('kind', 'told', 'words', words))
$$;

update campaigns set start_refusal = pg_temp.problem_of(start_problem) where start_problem is not null;

update campaign_logs set reason_args = jsonb_set(reason_args, '{problem}', pg_temp.problem_of(reason_args->>'problem'))
where reason_kind = 'overdue' and jsonb_typeof(reason_args->'problem') = 'string';

update notifications set args = jsonb_set(args, '{problem}', pg_temp.problem_of(args->>'problem'))
where kind = 'campaign_overdue' and jsonb_typeof(args->'problem') = 'string';

drop function pg_temp.problem_of(text);

-- What one version writes is there for the other too: a version before writes and reads the words alone
-- (docs/engine.md#versions-side-by-side).
create function keep_start_problem() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'words' then
    new.start_refusal := case when new.start_problem is not null
      then jsonb_build_object('kind', 'told', 'words', new.start_problem) end;
  else
    new.start_problem := null;
  end if;
  return new;
end $$;
create trigger keep_start_problem_words before update of start_problem on campaigns
  for each row execute function keep_start_problem('words');
create trigger keep_start_problem_kind before update of start_refusal on campaigns
  for each row execute function keep_start_problem('kind');
