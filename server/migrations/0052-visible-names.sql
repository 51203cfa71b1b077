-- Names that were stored before they were checked: without what is invisible or turns the text around it, on one line,
-- and with a number where nothing can be seen (docs/behaviour.md#visible-text). What the page of a stop link shows of a
-- sender is made safe where it is shown.
do $$
declare
  unseen constant text := '[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]';
  line_ends constant text := '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+';
  nothing constant text := '^[\s\u00a0\u115f\u1160\u1680\u2000-\u200d\u202f\u205f\u2800\u3000\u0300-\u036f\ufe00-\ufe0f\ufffc]*$';
  place record;
begin
  for place in select * from (values ('lists', 'name'), ('templates', 'name'), ('campaigns', 'name'),
    ('profiles', 'profile_name'), ('agents', 'machine_name'), ('tickets', 'subject')) as t (tab, col) loop
    execute format($sql$
      update %1$I t set %2$I = case when tidy.name ~ $3 then 'No. ' || t.id else tidy.name end
      from (select id as of_id, btrim(regexp_replace(regexp_replace(%2$I, $2, ' ', 'g'), $1, '', 'g')) as name
        from %1$I where %2$I ~ $1 or %2$I ~ $2 or %2$I ~ $3) tidy
      where t.id = tidy.of_id and t.%2$I <> ''$sql$, place.tab, place.col)
    using unseen, line_ends, nothing;
  end loop;
end $$;
