import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** What the page of a stop link tells its person. */
export interface Linked {
  user_id: number;
  recipient: string;
  sender_name: string;
  /** The last message that certainly arrived; null: none. */
  messaged_at: string | null;
  time_zone: string;
  has_usernames: boolean;
  is_practice: boolean;
  /** They asked before, by this link or in a reply. */
  has_asked: boolean;
  has_wished: boolean;
}

/** Whose link this is; undefined where no link has the code. */
export async function findLinked(tx: Tx, code: string): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`
    select o.user_id, o.recipient, coalesce(s.sender_name, '') as sender_name, l.last_messaged_at as messaged_at,
      u.time_zone, s.names = 'instagram' as has_usernames, is_practice_site(s.site) as is_practice,
      coalesce(x.how <> 'hand', false) as has_asked, w.user_id is not null as has_wished
    from opt_out_links o
    join users u on u.id = o.user_id
    join settings s on s.user_id = o.user_id
    left join message_ledger l on l.user_id = o.user_id and l.recipient = o.recipient
    left join do_not_contact x on x.user_id = o.user_id and x.recipient = o.recipient
    left join erasure_wishes w on w.user_id = o.user_id and w.recipient = o.recipient
    where o.code = ${code}`.execute(tx);
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

/** Who writes, as people read it on the page; null: not said yet. */
export async function getSenderName(tx: Tx, user_id: number): Promise<string | null> {
  const { sender_name } = await tx
    .selectFrom('settings')
    .select('sender_name')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return sender_name;
}

/** People who have links see the new name from then on. */
export async function updateSenderName(
  tx: Tx,
  { user_id, sender_name }: { user_id: number; sender_name: string },
): Promise<void> {
  await tx.updateTable('settings').set({ sender_name }).where('user_id', '=', user_id).execute();
}
