-- A list is sorted by name as well: with the id in the index, the rows that a page passes over are not read.
create unique index recipients_by_name on recipients (user_id, list_id, recipient) include (id);
drop index recipients_name;
