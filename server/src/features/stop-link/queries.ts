import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** What the page of a stop link tells its person. */
export interface Linked {
  user_id: number;
  recipient: string;
  sender_name: string;
  /** That of the sender's account. */
  username: string;
  /** The last message that certainly arrived; null: none. */
  messaged_at: string | null;
  time_zone: string;
  /** The newest source of theirs, as it was stated. */
  source: { text: string; stated_on: string } | null;
  has_usernames: boolean;
  is_practice: boolean;
  /** They asked before, by this link or in a reply. */
  has_asked: boolean;
  has_wished: boolean;
}

/** Whose link this is; undefined where no link has the code. */
export async function findLinked(tx: Tx, code: string): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`
    select o.user_id, o.recipient, coalesce(s.sender_name, '') as sender_name, u.username, l.last_messaged_at as messaged_at,
      u.time_zone, (select json_build_object('text', x.text, 'stated_on', x.stated_on) from people p
        join sources x on x.user_id = p.user_id and x.id = any (p.sources) and x.withdrawn_at is null
        where p.user_id = o.user_id and p.recipient = o.recipient order by x.id desc limit 1) as source,
      s.names = 'instagram' as has_usernames, is_practice_site(s.site) as is_practice,
      coalesce(x.how <> 'hand', false) as has_asked, w.user_id is not null as has_wished
    from (select user_id, recipient from opt_out_links where code = ${code}
      union select user_id, recipient from recovered_links where code = ${code} limit 1) o
    join users u on u.id = o.user_id
    join settings s on s.user_id = o.user_id
    left join message_ledger l on l.user_id = o.user_id and l.recipient = o.recipient
    left join do_not_contact x on x.user_id = o.user_id and x.recipient = o.recipient
    left join erasure_wishes w on w.user_id = o.user_id and w.recipient = o.recipient`.execute(tx);
  return rows[0];
}

interface Asking {
  user_id: number;
  recipient: string;
  now: Date;
}

/** Puts the name on do-not-contact by its person's own word, which outweighs the owner's. The user's lock must be held. */
export async function stopByLink(tx: Tx, { user_id, recipient, now }: Asking): Promise<void> {
  await sql`
    insert into do_not_contact as x (user_id, recipient, created_at, how)
    values (${user_id}, ${recipient}, ${now}, 'link')
    on conflict (user_id, recipient) do update set how = excluded.how, created_at = excluded.created_at
      where x.how = 'hand'`.execute(tx);
}

/** Notes that the person asks to be erased. The first day counts. */
export async function insertWish(tx: Tx, { user_id, recipient, now }: Asking): Promise<void> {
  await sql`
    insert into erasure_wishes (user_id, recipient, wished_at) values (${user_id}, ${recipient}, ${now})
    on conflict (user_id, recipient) do nothing`.execute(tx);
}

/** Who asked to be erased, the oldest wish first, and their number. */
export async function listWishes(
  tx: Tx,
  { user_id, limit }: { user_id: number; limit: number },
): Promise<{ wishes: { recipient: string; wished_at: string }[]; total: number }> {
  const { rows } = await sql<{ recipient: string; wished_at: string; total: number }>`
    select recipient, wished_at, count(*) over () as total from erasure_wishes where user_id = ${user_id}
    order by wished_at, recipient limit ${limit}`.execute(tx);
  return {
    wishes: rows.map(({ recipient, wished_at }) => ({ recipient, wished_at })),
    total: rows[0]?.total ?? 0,
  };
}

interface PeopleSettings {
  /** Who writes, as people read it on the page; null: not said yet. */
  sender_name: string | null;
  require_source: boolean;
}

/** What the user has settled about their people. */
export async function getPeopleSettings(tx: Tx, user_id: number): Promise<PeopleSettings> {
  return tx
    .selectFrom('settings')
    .select(['sender_name', 'require_source'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
}

/** People who have links see a new name from then on. What is left out stays. */
export async function changePeopleSettings(
  tx: Tx,
  {
    user_id,
    ...change
  }: { user_id: number } & { [Key in keyof PeopleSettings]?: PeopleSettings[Key] | undefined },
): Promise<void> {
  await tx.updateTable('settings').set(change).where('user_id', '=', user_id).execute();
}
