-- Makes an index of all pending recipients anew: a second for a million of them, in which no list changes.
--
-- An import writes its lines in their order, so that ids and places in line rise while it goes on: an index that rises as
-- well is written at its end, where it needs no search and leaves no page half empty.
create index recipients_in_line on recipients (user_id, list_id, position) where status = 'pending';
drop index recipients_line;
alter index recipients_in_line rename to recipients_line;
