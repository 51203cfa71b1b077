-- Why a campaign was paused: a kind, and its values; null: its owner paused it. The words are in contract/src/pauses.ts.
-- countdown_*: why it was paused before its start.
alter table campaigns
  add column pause_kind text check (pause_kind in ('subscription', 'account', 'last_moment', 'stop_link', 'review',
    'signed_out', 'profiles', 'own_profiles')),
  add column pause_args jsonb,
  add column countdown_kind text,
  add column countdown_args jsonb;

-- For versions before this one, which know the words alone (docs/engine.md#versions-side-by-side): the words of a kind, and
-- back. Words that none of them wrote give no kind.
create function pause_words(kind text, args jsonb) returns text language plpgsql immutable as $$
declare
  profiles text[] := array(select jsonb_array_elements_text(args -> 'profiles'));
begin
  return case kind
    when 'subscription' then 'Your subscription has expired'
    when 'account' then 'This account is disabled'
    when 'last_moment' then 'Its last moment, ' || (args ->> 'moment') || ', has passed'
    when 'stop_link' then 'The stop link cannot be opened: this server has no public address'
    when 'review' then 'The first ' || case args ->> 'people' when '1' then 'one is' else (args ->> 'people') || ' are' end
      || ' done: have a look, then press Start'
    when 'signed_out' then 'Signed out: open ' || array_to_string(profiles, ', ') || ' and sign in'
    when 'profiles' then 'No profile of this campaign is able to send'
    when 'own_profiles' then 'Its people wait for '
      || concat_ws(' and ', nullif(array_to_string(trim_array(profiles, 1), ', '), ''), profiles[cardinality(profiles)])
      || ', which cannot send'
  end;
end $$;

create function read_pause(words text, out kind text, out args jsonb) language plpgsql immutable as $$
declare
  moment text := (regexp_match(words, '^Its last moment, (.*), has passed$'))[1];
  people text := (regexp_match(words, '^The first (one is|[0-9]+ are) done: have a look, then press Start$'))[1];
  signed_out text := (regexp_match(words, '^Signed out: open (.*) and sign in$'))[1];
  waited_for text := (regexp_match(words, '^Its people wait for (.*), which cannot send$'))[1];
  two text[] := regexp_match(waited_for, '^(.*) and (.*)$');
begin
  kind := case
    when words = 'Your subscription has expired' then 'subscription'
    when words = 'This account is disabled' then 'account'
    when words = 'The stop link cannot be opened: this server has no public address' then 'stop_link'
    when words = 'No profile of this campaign is able to send' then 'profiles'
    when moment is not null then 'last_moment'
    when people is not null then 'review'
    when signed_out is not null then 'signed_out'
    when waited_for is not null then 'own_profiles'
  end;
  args := case kind
    when 'last_moment' then jsonb_build_object('moment', moment)
    when 'review' then jsonb_build_object('people', case people when 'one is' then 1 else split_part(people, ' ', 1)::integer end)
    when 'signed_out' then jsonb_build_object('profiles', string_to_array(signed_out, ', '))
    when 'own_profiles' then jsonb_build_object('profiles',
      case when two is null then array[waited_for] else string_to_array(two[1], ', ') || two[2] end)
  end;
end $$;

update campaigns c set pause_kind = paused.kind, pause_args = paused.args, countdown_kind = counting.kind,
  countdown_args = counting.args
from campaigns it, read_pause(it.paused_reason) paused, read_pause(it.countdown_reason) counting
where it.user_id = c.user_id and it.id = c.id and (c.paused_reason is not null or c.countdown_reason is not null);

-- What one version writes is there for the other too.
create function keep_pause_words() returns trigger language plpgsql as $$
begin
  if (new.pause_kind, new.pause_args) is distinct from (old.pause_kind, old.pause_args) then
    new.paused_reason := public.pause_words(new.pause_kind, new.pause_args);
  elsif new.paused_reason is distinct from old.paused_reason then
    select kind, args into new.pause_kind, new.pause_args from public.read_pause(new.paused_reason);
  end if;
  if (new.countdown_kind, new.countdown_args) is distinct from (old.countdown_kind, old.countdown_args) then
    new.countdown_reason := public.pause_words(new.countdown_kind, new.countdown_args);
  elsif new.countdown_reason is distinct from old.countdown_reason then
    select kind, args into new.countdown_kind, new.countdown_args from public.read_pause(new.countdown_reason);
  end if;
  return new;
end $$;
create trigger keep_pause_words before update of paused_reason, pause_kind, pause_args, countdown_reason, countdown_kind,
  countdown_args on campaigns for each row execute function keep_pause_words();
