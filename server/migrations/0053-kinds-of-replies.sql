-- Whether a machine wrote a reply, such as one that says that somebody is out of office: by its words, or by its owner's
-- word. Such a reply counts for nothing.
alter table replies
  add automatic text not null default 'no' check (automatic in ('no', 'sure', 'owner_no', 'owner_yes')),
  -- The earliest moment that the site's time can mean; at is the last one. Null: told by a version before.
  add told_at timestamptz;
-- No campaign writes to somebody of whom this is undecided.
create index replies_undecided on replies (user_id, recipient)
  where stop = 'perhaps' and automatic in ('no', 'owner_no');
