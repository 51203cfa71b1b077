-- The lease whose outcome nobody knew until the owner said that nothing was sent: its agent's 'unknown' says nothing new.
alter table deliveries add settled_token uuid;
