import type pg from 'pg';

/** A campaign with this many lines in its log. Returns its id. */
export async function fillLogs(
  database: pg.Client,
  { user_id, lines }: { user_id: number; lines: number },
): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `insert into campaigns (user_id, name, status, template_name, template_content, list_name, mark, created_at)
    values ($1, 'Spring', 'completed', 'Hello', 'Hello {username}', 'Everybody', 1, now()) returning id`,
    [user_id],
  );
  const id = Number(rows[0]?.id);
  await database.query('insert into campaign_progress (user_id, campaign_id) values ($1, $2)', [user_id, id]);
  await database.query(
    `insert into campaign_logs (user_id, campaign_id, action, created_at, profile_name, recipient, message)
    select $1, $2, case when n % 20 = 0 then 'message_failed' else 'message_sent' end,
      now() - interval '1 second' * ($3 - n), 'Profile ' || n % 20, substr(md5(n::text), 1, 8) || '.' || n,
      case when n % 20 = 0 then 'This person does not accept messages from people they do not follow.' else '' end
    from generate_series(1, $3::int) n`,
    [user_id, id, lines],
  );
  await database.query('vacuum analyze campaign_logs');
  return id;
}
