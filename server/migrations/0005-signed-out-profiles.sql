-- A profile whose session at the site has ended rests like a blocked one, until its owner signed in and resumes it.
alter table profiles add column signed_out_at timestamptz, add column signed_out_reason text;
