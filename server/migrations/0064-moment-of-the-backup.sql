-- When the last backup was taken, so that administrators are told when the next is late (docs/operating.md#a-late-backup).
alter table server_identity add column last_backup_at timestamptz;
