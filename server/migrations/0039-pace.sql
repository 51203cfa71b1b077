-- When the last grant was counted. One that lies ahead was counted by a clock that was wrong; null: before this column.
alter table profiles add column counted_at timestamptz;
alter table sending_days add column counted_at timestamptz;
