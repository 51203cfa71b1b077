import type { Reply } from '@pigeonpost/contract/calls/replies';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';

interface Wanted {
  user_id: number;
  /** The campaign whose replies are meant; undefined: all of the user's. */
  campaign_id?: number | undefined;
  /** Only those of which it is undecided whether they ask for a stop. */
  stop?: 'perhaps' | undefined;
}

/** One page of a user's replies, newest first, and their number. */
export async function listReplies(
  tx: Tx,
  { slice, ...wanted }: Wanted & { slice: Slice },
): Promise<{ replies: Reply[]; total: number }> {
  const found = sql`from replies r where r.user_id = ${wanted.user_id}
    ${wanted.campaign_id === undefined ? sql`` : sql`and r.campaign_id = ${wanted.campaign_id}`}
    ${wanted.stop === undefined ? sql`` : sql`and is_undecided(r)`}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const replies = await readReplies(
    tx,
    sql`select r.* ${found} order by r.id desc limit ${slice.limit} offset ${slice.offset}`,
  );
  return { replies, total: counted.rows[0]?.total ?? 0 };
}

/** The newest replies of one person. */
export async function listPersonReplies(
  tx: Tx,
  { user_id, name, limit }: { user_id: number; name: string; limit: number },
): Promise<Reply[]> {
  return readReplies(
    tx,
    sql`select r.* from replies r where r.user_id = ${user_id} and r.recipient = ${name}
      order by r.at desc, r.id desc limit ${limit}`,
  );
}

/** Whether the user has this campaign. */
export async function hasCampaign(
  tx: Tx,
  { user_id, campaign_id }: { user_id: number; campaign_id: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Undefined where the user has no such reply. */
export async function findReply(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number },
): Promise<Reply | undefined> {
  const [reply] = await readReplies(
    tx,
    sql`select r.* from replies r where r.user_id = ${user_id} and r.id = ${id}`,
  );
  return reply;
}

async function readReplies(tx: Tx, chosen: RawBuilder<unknown>): Promise<Reply[]> {
  const { rows } = await sql<Reply>`
    select r.id, r.recipient, r.text, r.at, r.stop, r.automatic, exists (
        select from do_not_contact d where d.user_id = r.user_id and d.recipient = r.recipient) as do_not_contact,
      c.id as campaign_id, c.name as campaign_name, r.profile_id, p.profile_name,
      case when p.deleted_at is null then p.profile_path end as profile_path
    from (${chosen}) r
    left join campaigns c on c.user_id = r.user_id and c.id = r.campaign_id and c.deleted_at is null
    left join profiles p on p.user_id = r.user_id and p.id = r.profile_id
    order by r.at desc, r.id desc`.execute(tx);
  return rows;
}

/** Writes the owner's decision; a stop puts the name on do-not-contact. */
export async function decideStop(
  tx: Tx,
  { user_id, id, is_stop, now }: { user_id: number; id: number; is_stop: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('replies')
    .set({ stop: is_stop ? 'owner_yes' : 'owner_no' })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
  if (!is_stop) return;
  await sql`
    insert into do_not_contact as there (user_id, recipient, created_at, how, campaign_id, profile_id)
    select user_id, recipient, ${now}, 'reply', campaign_id, profile_id from replies
    where user_id = ${user_id} and id = ${id}
    on conflict (user_id, recipient) do update
    set how = excluded.how, campaign_id = excluded.campaign_id, profile_id = excluded.profile_id
    where there.how = 'hand'`.execute(tx);
}
