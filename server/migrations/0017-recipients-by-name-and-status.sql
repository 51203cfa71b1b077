-- Those of one status are sorted by name, and names are searched, without reading a row: whatever changes a status
-- writes to this index in any case.
create unique index recipients_by_name_and_status on recipients (user_id, list_id, recipient) include (id, status);
drop index recipients_by_name;
alter index recipients_by_name_and_status rename to recipients_by_name;

-- Reading from an index alone needs pages that are known to be visible to all. By default a fifth of all names of all
-- users has to change first.
alter table recipients set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
