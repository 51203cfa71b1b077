-- A stored password belongs to the site for which it was typed (docs/behaviour.md#secrets). Those that exist belong to
-- the site that the account has now. A change of the site takes them away, whichever version of the server makes it.

-- The part of a choice that decides which server gets a password: of an address only its origin. An address that is not
-- understood here counts whole.
create function password_place(site jsonb) returns jsonb language sql immutable
return case when site ? 'address' then jsonb_set(site, '{address}', to_jsonb(coalesce(
  lower(substring(site->>'address' from '^[A-Za-z]+://[^/?#\\]+')), site->>'address'))) else site end;

create function forget_passwords_of_site() returns trigger language plpgsql as $$
begin
  update profiles set insta_password = null, password_lost = true
  where user_id = new.user_id and insta_password is not null;
  return null;
end $$;
create trigger passwords_of_site after update of site on settings
for each row when (password_place(old.site) is distinct from password_place(new.site))
execute function forget_passwords_of_site();

-- The servers to which an agent's driver gives a password, as the agent says: for a site that lies in the agent's folder
-- only the agent knows them. Null for an agent that does not say it.
alter table agents add column site_origins text;
-- Those of the profile's machine when its password was typed, or of the first report after it.
alter table profiles add column password_origins text;

-- The origins that an agent reported for the account's present site; null while it has another.
create function origins_of_agent(of_user bigint, agent bigint) returns text language sql stable
return (select a.site_origins from agents a join settings s on s.user_id = a.user_id
  where a.user_id = of_user and a.id = agent and a.site is not distinct from s.site);

-- An account is named with its server at some sites (anna@club.example), and its password goes there.
create function account_server(username text) returns text language sql immutable
return lower(substring(username from '^@?[^@]*@(.+)$'));

create or replace function keep_password_at_machine() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.insta_password is not null then
      new.password_origins := origins_of_agent(new.user_id, new.agent_id);
    end if;
  elsif new.insta_password is distinct from old.insta_password then
    new.password_lost := new.insta_password is null and new.password_lost;
    new.password_origins := case when new.insta_password is not null then origins_of_agent(new.user_id, new.agent_id) end;
  elsif old.insta_password is not null and (new.agent_id is distinct from old.agent_id
    or account_server(new.insta_username) is distinct from account_server(old.insta_username)) then
    new.insta_password := null;
    new.password_lost := true;
    new.password_origins := null;
  end if;
  return new;
end $$;
drop trigger password_of_machine on profiles;
create trigger password_of_machine before insert or update of agent_id, insta_username, insta_password on profiles
for each row execute function keep_password_at_machine();

-- The driver in the agent's folder may have become that of another server.
create function keep_passwords_at_origins() returns trigger language plpgsql as $$
declare
  told text := origins_of_agent(new.user_id, new.id);
begin
  if told is null then return null; end if;
  update profiles set insta_password = null, password_lost = true
  where user_id = new.user_id and agent_id = new.id and insta_password is not null and password_origins <> told;
  update profiles set password_origins = told
  where user_id = new.user_id and agent_id = new.id and insta_password is not null and password_origins is null;
  return null;
end $$;
create trigger passwords_of_origins after update of site, site_origins on agents
for each row execute function keep_passwords_at_origins();
