-- What an agent says of a message that a restore has forgotten (docs/engine.md#what-a-restore-forgets). The row of a freeze
-- stays when its user sends again, because a machine that was away tells later.
alter table freezes
  -- When the last grant was made that this copy knows; null where its backup has a moment.
  add known_until timestamptz,
  -- How many belong to a campaign, a list or a person that this database does not know.
  add by_name integer not null default 0;
