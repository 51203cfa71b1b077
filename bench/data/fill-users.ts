import { createToken } from '@pigeonpost/server/access/tokens';
import type pg from 'pg';

export interface FilledUser {
  id: number;
  /** A browser session's token. */
  token: string;
}

export interface FilledAgent {
  user_id: number;
  token: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Users with an active subscription, settings without a pause, and a session each; `before` users exist already. */
export async function fillUsers(database: pg.ClientBase, count: number, before = 0): Promise<FilledUser[]> {
  const { rows } = await database.query<{ id: string }>(
    `insert into users (username, password_hash, role, pack, subscription_end_date, created_at)
    select 'user.' || n, '', 'user', 'pro', now() + interval '30 days', now() from generate_series($2::int + 1, $1::int) n
    returning id`,
    [count, before],
  );
  const ids = rows.map(({ id }) => Number(id));
  await database.query(
    'insert into settings (user_id, max_retries, delay_start, delay_end) select unnest($1::bigint[]), 1, 0, 0',
    [ids],
  );
  const tokens = ids.map(() => createToken());
  await database.query(
    `insert into sessions (user_id, kind, token_hash, created_at, last_used_at, expires_at)
    select user_id, 'login', hash, now(), now(), $3 from unnest($1::bigint[], $2::bytea[]) as made (user_id, hash)`,
    [ids, tokens.map(({ hash }) => hash), new Date(Date.now() + 7 * DAY_MS)],
  );
  return ids.map((id, index) => ({ id, token: tokens[index]?.token ?? '' }));
}

/** This many agents for each of these users. */
export async function fillAgents(
  database: pg.ClientBase,
  { users, each }: { users: FilledUser[]; each: number },
): Promise<FilledAgent[]> {
  const { rows } = await database.query<{ id: string; user_id: string }>(
    `insert into agents (user_id, machine_name, platform, agent_version, created_at, last_seen_at)
    select user_id, 'machine ' || n, 'linux', '0.1.0', now(), now()
    from unnest($1::bigint[]) user_id, generate_series(1, $2::int) n returning id, user_id`,
    [users.map(({ id }) => id), each],
  );
  const tokens = rows.map(() => createToken());
  await database.query(
    `insert into sessions (user_id, agent_id, kind, token_hash, created_at, last_used_at)
    select user_id, agent_id, 'agent', hash, now(), now()
    from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as made (user_id, agent_id, hash)`,
    [rows.map(({ user_id }) => user_id), rows.map(({ id }) => id), tokens.map(({ hash }) => hash)],
  );
  return rows.map(({ user_id }, index) => ({ user_id: Number(user_id), token: tokens[index]?.token ?? '' }));
}
