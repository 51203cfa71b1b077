import type { DoNotContactEntry } from '@pigeonpost/contract/calls/do-not-contact';
import { ERASED_NAME } from '@pigeonpost/contract/people/erasures';
import { LAST_CAMPAIGN_ID } from '@pigeonpost/contract/tests';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';

const columns = ['id', 'recipient', 'created_at', 'how'] as const;

/**
 * One page of the names that no campaign of this user writes to, newest first, and their number; erased people are among
 * them. `search` is a part of a name, `hashes` those of the whole name, for whom no name is kept.
 */
export async function listDoNotContact(
  tx: Tx,
  {
    user_id,
    search = '',
    hashes,
    slice,
  }: { user_id: number; search: string | undefined; hashes: readonly string[]; slice: Slice },
): Promise<{ do_not_contact: DoNotContactEntry[]; total: number }> {
  const named = search === '' ? sql`` : sql`and strpos(recipient, ${search}) > 0`;
  const erased = search === '' ? sql`` : sql`and encode(hash, 'hex') = any (${hashes})`;
  const entries = (names: RawBuilder<unknown>, people: RawBuilder<unknown>) => sql`
    select ${names} from do_not_contact where user_id = ${user_id} ${named}
    union all
    select ${people} from erased_people where user_id = ${user_id} ${erased}`;
  const { rows: counts } = await sql<{ count: number }>`${entries(sql`count(*)`, sql`count(*)`)}`.execute(tx);
  const { rows } = await sql<DoNotContactEntry>`
    ${entries(sql`id, recipient, created_at, how`, sql`id, ${ERASED_NAME}, erased_at, 'erased'`)}
    order by id desc limit ${slice.limit} offset ${slice.offset}`.execute(tx);
  return { do_not_contact: rows, total: counts.reduce((sum, { count }) => sum + count, 0) };
}

/** The first of these names, in order, that are not on do-not-contact. */
export async function findNew(
  tx: Tx,
  { user_id, names, limit }: { user_id: number; names: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as given (name)
    where not exists (select from do_not_contact where user_id = ${user_id} and recipient = name)
    order by name collate "C" limit ${limit}`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Adds a name, or returns the existing entry. */
export async function addDoNotContact(
  tx: Tx,
  entry: { user_id: number; recipient: string; created_at: Date },
): Promise<DoNotContactEntry> {
  return (
    tx
      .insertInto('do_not_contact')
      .values(entry)
      // An update without a change, because only an updated row is returned.
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'recipient'])
          .doUpdateSet(({ ref }) => ({ recipient: ref('excluded.recipient') })),
      )
      .returning(columns)
      .executeTakeFirstOrThrow()
  );
}

/** Adds distinct names, and returns how many were new. */
export async function addManyDoNotContact(
  tx: Tx,
  { user_id, names, created_at }: { user_id: number; names: string[]; created_at: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into do_not_contact (user_id, recipient, created_at)
    select ${user_id}, name, ${created_at} from unnest(${names}::text[]) as given (name)
    -- In one order for every call, so that two at once never wait for each other.
    order by name collate "C"
    on conflict (user_id, recipient) do nothing`.execute(tx);
  return Number(numAffectedRows);
}

/** An entry of the user's, kept from changing until the transaction ends. */
export async function findDoNotContact(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number },
): Promise<DoNotContactEntry | undefined> {
  return tx
    .selectFrom('do_not_contact')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Takes a name off, with a wish to be erased that it had. It can be put back for a while. */
export async function deleteDoNotContact(
  tx: Tx,
  { user_id, id, now }: { user_id: number; id: number; now: Date },
): Promise<void> {
  await sql`
    with gone as (
      delete from do_not_contact where user_id = ${user_id} and id = ${id} returning user_id, recipient),
    unwished as (delete from erasure_wishes w using gone where w.user_id = gone.user_id and w.recipient = gone.recipient)
    insert into deleted_do_not_contact (user_id, recipient, deleted_at)
    select user_id, recipient, ${now} from gone
    on conflict (user_id, recipient) do update set deleted_at = excluded.deleted_at`.execute(tx);
}

/** Whether no campaign of this user writes to the name. */
export async function isOnDoNotContact(
  tx: Tx,
  { user_id, recipient }: { user_id: number; recipient: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('do_not_contact')
    .select('id')
    .where('user_id', '=', user_id)
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the name was removed so recently that it can be put back. */
export async function wasTakenOff(
  tx: Tx,
  { user_id, recipient, since }: { user_id: number; recipient: string; since: Date },
): Promise<boolean> {
  const found = await tx
    .selectFrom('deleted_do_not_contact')
    .select('recipient')
    .where('user_id', '=', user_id)
    .where('recipient', '=', recipient)
    .where('deleted_at', '>=', since.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a list of the user's holds the name. */
export async function isInAnyList(
  tx: Tx,
  { user_id, recipient }: { user_id: number; recipient: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('recipients')
    .select('id')
    .where('user_id', '=', user_id)
    .where('recipient', '=', recipient)
    .where('list_id', '<=', LAST_CAMPAIGN_ID)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
