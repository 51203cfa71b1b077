#!/bin/sh
# Makes the database and its owner, who is no superuser and may work as the roles of Pigeonpost. Once, as a superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --set=password="$DATABASE_PASSWORD" <<'SQL'
create role pigeonpost login password :'password';
create role pigeonpost_user nologin;
create role pigeonpost_system nologin;
create role pigeonpost_token nologin;
grant pigeonpost_user, pigeonpost_system, pigeonpost_token to pigeonpost with admin option;
create database pigeonpost owner pigeonpost;
SQL
