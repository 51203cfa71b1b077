import pg from 'pg';

/** More than a server assigns between a backup and the loss of its database. */
const GAP = 1_000_000;
const GAP_OF_RECIPIENTS = 1_000_000_000;

/**
 * Moves the sequences far beyond the backup: an id assigned after it may be in an agent's journal, and must never mean
 * another row.
 */
export async function forgetNumbers(client: pg.ClientBase, sequences: Record<string, number>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    const gap = name === 'recipients_id_seq' ? GAP_OF_RECIPIENTS : GAP;
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), last + gap]);
  }
}

/**
 * Nothing is sent until each user continues. Sessions and links end, because those that ended since the backup would be
 * valid again; agent tokens stay, because agents report what was forgotten.
 */
export async function freezeEverybody(
  client: pg.ClientBase,
  { backup_at, now }: { backup_at: Date; now: Date },
): Promise<void> {
  // As judgeCopy draws one (contract/src/rules/freeze/copy.ts), for all users at once.
  const drawn = now.getTime() + Math.floor(Math.random() * 1000);
  await client.query(
    `update server_identity set epoch = greatest(epoch + 1, $1, (select max(epoch) + 1 from users))`,
    [drawn],
  );
  await client.query('update users set frozen_at = $1', [now]);
  await client.query('delete from freezes');
  await client.query('insert into freezes (user_id, backup_at) select id, $1 from users', [backup_at]);
  await client.query(
    `delete from sessions where kind = 'login'; delete from password_resets; delete from pairings`,
  );
  // Mails themselves are told by their epoch.
  await client.query(`do $$ begin
    if to_regclass('mailed_links') is not null then delete from mailed_links; delete from reset_wishes; end if;
  end $$`);
}
