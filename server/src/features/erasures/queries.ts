import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface OfUser {
  user_id: number;
}

/** The sealed key of the hashes; `drawn` is kept where there is none yet. */
export async function findSealedKey(tx: Tx, drawn?: Buffer): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select kept_name_key(${drawn ?? null}) as sealed`.execute(tx);
  return rows[0]?.sealed ?? undefined;
}

/** The hashes of everybody whom the user has erased, in hex. */
export async function listHashes(tx: Tx, { user_id }: OfUser): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from erased_people where user_id = ${user_id}`.execute(tx);
  return rows.map(({ hash }) => hash);
}

/** An erased person's entry on do-not-contact. */
interface ErasedEntry {
  id: number;
  hash: string;
  erased_at: string;
}

/** The entry with one of these hashes or this id. */
export async function findErasedEntry(
  tx: Tx,
  { user_id, ...by }: OfUser & ({ hashes: readonly string[] } | { id: number }),
): Promise<ErasedEntry | undefined> {
  const which: RawBuilder<unknown> =
    'hashes' in by ? sql`encode(hash, 'hex') = any (${by.hashes})` : sql`id = ${by.id}`;
  const { rows } = await sql<ErasedEntry>`
    select id, encode(hash, 'hex') as hash, erased_at from erased_people
    where user_id = ${user_id} and ${which}`.execute(tx);
  return rows[0];
}

/** Notes that somebody was erased, and whose name logs still have. The first day counts. */
export async function insertErased(
  tx: Tx,
  { user_id, hash, name, now }: OfUser & { hash: string; name: string; now: Date },
): Promise<void> {
  await sql`
    insert into erased_people (user_id, hash, erased_at) values (${user_id}, decode(${hash}, 'hex'), ${now})
    on conflict (user_id, hash) do nothing`.execute(tx);
  await sql`
    insert into erasures (user_id, recipient) values (${user_id}, ${name})
    on conflict (user_id, recipient) do update set campaign_id = 0`.execute(tx);
}

/** Lets a name that was erased be used again; false if another call did so before. */
export async function deleteErasedEntry(tx: Tx, { user_id, id }: OfUser & { id: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from erased_people where user_id = ${user_id} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Has the audit log's next line about names of do-not-contact tell these beginnings of their hashes. */
export async function tellHashes(tx: Tx, hashes: readonly string[]): Promise<void> {
  await tx.query(`select set_config('app.name_hashes', $1, true)`, [hashes.join(' ')]);
}

/** An erasure whose name logs still have. */
interface Erasure extends OfUser {
  recipient: string;
  /** Campaigns up to this one are done. */
  campaign_id: number;
}

/** All of them, of all users. */
export async function listErasures(tx: Tx): Promise<Erasure[]> {
  return tx.selectFrom('erasures').select(['user_id', 'recipient', 'campaign_id']).execute();
}

/** The user's next campaign, tests and deleted ones too; undefined after the last. */
export async function findNextCampaign(
  tx: Tx,
  { user_id, campaign_id }: Erasure,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from campaigns where user_id = ${user_id} and id > ${campaign_id} order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Notes that campaigns up to this one have the name no more. */
export async function noteDone(tx: Tx, { user_id, recipient, campaign_id }: Erasure): Promise<void> {
  await sql`
    update erasures set campaign_id = ${campaign_id}
    where user_id = ${user_id} and recipient = ${recipient}`.execute(tx);
}

/** Forgets the name itself. */
export async function deleteErasure(tx: Tx, { user_id, recipient }: Erasure): Promise<void> {
  await sql`delete from erasures where user_id = ${user_id} and recipient = ${recipient}`.execute(tx);
}
