import type pg from 'pg';

// A list in the middle of its campaign.
const STATUSES = `case when share < 0.7 then 'pending' when share < 0.9 then 'sent'
  when share < 0.98 then 'failed' else 'not_found' end`;
/** Names that a campaign has changed since the last vacuum. */
const LATELY = 10_000;

/** A list of this many names, in the order and with the positions of an import. Returns its id. */
export async function fillList(
  database: pg.Client,
  { user_id, name, names }: { user_id: number; name: string; names: number },
): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    'insert into lists (user_id, name, created_at) values ($1, $2, now()) returning id',
    [user_id, name],
  );
  const list_id = Number(rows[0]?.id);
  await database.query(
    `insert into recipients (user_id, list_id, recipient, status, position, created_at)
    select $1, $2, substr(md5(line::text), 1, 8) || '.' || line, ${STATUSES}, place + line, now()
    from (select line, ('x' || substr(md5('status' || line), 1, 6))::bit(24)::int / 16777216.0 as share
      from generate_series(1, $3::int) line) lines, (select nextval('recipient_position') << 24 as place) drawn`,
    [user_id, list_id, names],
  );
  await database.query('vacuum analyze recipients');
  await database.query(
    `update recipients set status = 'sent' where user_id = $1 and id in (
      select id from recipients where user_id = $1 and list_id = $2 and status = 'pending' order by position limit $3)`,
    [user_id, list_id, Math.min(LATELY, Math.floor(names / 100))],
  );
  await database.query(
    `update lists set pending = counted.pending, sent = counted.sent, failed = counted.failed,
      not_found = counted.not_found
    from (select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'not_found') as not_found
      from recipients where user_id = $1 and list_id = $2) counted
    where user_id = $1 and id = $2`,
    [user_id, list_id],
  );
  // The data is on the disk before the measure, so that no commit waits behind it.
  await database.query('checkpoint');
  return list_id;
}
