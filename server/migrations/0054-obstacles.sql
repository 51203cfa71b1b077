-- What was in the way of the last people of a profile, and who they are, the newest last (docs/engine.md#an-obstacle); what
-- it rests for, 'machine' or 'obstacle', while faulted_at is set. Null is 'machine': versions before this one know no other.
alter table profiles add column obstacle text, add column obstructed jsonb not null default '[]',
  add column fault_kind text check (fault_kind in ('machine', 'obstacle'));
