-- A campaign that uses what older versions do not know says from which version on it may be worked; a server of an older one
-- does not see it in its steps (docs/engine.md#versions-side-by-side). Until now each such use was told from the name of the
-- function that claimed, in the text of the running query: servers of version 1 are stopped before this migration.
alter table campaigns add column needs_version integer;

drop policy every_row on campaigns;
create policy every_row on campaigns to pigeonpost_system using (
  (not is_test(id) or shows_tests_to_system())
  and (needs_version is null or needs_version <= coalesce(nullif(current_setting('app.version', true), ''), '0')::integer));

drop function is_limited(bigint, bigint);
drop function requires_source(bigint);
