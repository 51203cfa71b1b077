-- A profile with which Firefox could not start rests with the reason, and is tried again at fault_until (null: at once).
alter table profiles add column faulted_at timestamptz, add column fault_reason text, add column fault_until timestamptz;
