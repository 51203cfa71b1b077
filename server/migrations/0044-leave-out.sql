-- Whom a campaign leaves out at their turn, by the ids of lists and tags (docs/behaviour.md#leaving-people-out):
-- {"lists": [12], "tags": [3], "replied_days": 30}; null: nobody.
alter table campaigns add column leave_out jsonb;

drop trigger audited on campaigns;
create trigger audited after insert or delete or update of user_id, id, name, status, list_name, template_name,
  template_content, is_draft, start_at, hours, not_after, cap_day, canary, leave_out, deleted_at, archived_at on campaigns
for each row execute function audit_change('campaign',
  'name status list_name template_name template_content* is_draft start_at hours not_after cap_day canary leave_out archived_at', 'name');

-- A version that knows nothing of it may run beside a newer one, or be started again. Its claim, by the names that the claim
-- had, passes over campaigns that leave somebody out (docs/engine.md#versions-side-by-side).
drop policy every_row on campaigns;
create policy every_row on campaigns to pigeonpost_system using (
  (not is_test(id) or shows_tests_to_system()) and (position('_work(' in current_query()) = 0
    or (parts is null or position('claim_work(' in current_query()) = 0)
      and num_nonnulls(hours, not_after, cap_day, leave_out) = 0 and (canary is null or is_canary_over)
      and not is_limited(user_id, id))
  and (num_nonnulls(parts, leave_out) = 0 or position('claim_for_agents(' in current_query()) = 0
    or leave_out is null and not parts @> '[{"field": "optout"}]'));
