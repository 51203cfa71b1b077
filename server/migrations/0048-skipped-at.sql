-- When a campaign left a person out; null for who was left out before this (docs/behaviour.md#what-happened-to-a-person).
alter table deliveries add column skipped_at timestamptz;
