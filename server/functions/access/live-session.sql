-- Whether a session opens the product: its account is not disabled, and its time is not over. A null moment leaves the
-- time out, for a call that was let in while it held.
create function is_session_live(is_active boolean, expires_at timestamptz, moment timestamptz) returns boolean
language sql immutable
return is_active and coalesce(expires_at > moment, true);
