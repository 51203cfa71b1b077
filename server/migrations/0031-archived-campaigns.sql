-- When its owner took a campaign that has ended out of the lists (docs/behaviour.md#archiving).
alter table campaigns add column archived_at timestamptz;

-- The audit log tells of it, and of a message that was changed before the first start.
drop trigger audited on campaigns;
create trigger audited after insert or delete
  or update of user_id, id, name, status, list_name, template_name, template_content, deleted_at, archived_at
  on campaigns for each row
  execute function audit_change('campaign', 'name status list_name template_name template_content* archived_at', 'name');
