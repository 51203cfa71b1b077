import { ERASED_BEFORE, HASH_SHOWN } from '@pigeonpost/contract/people/erasures';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict } from '../../errors.ts';
import { drawNameKey, type ErasedNames, hashedNames, hashName } from '../../secrets/name-hash.ts';
import { findErasedEntry, findSealedKey, listHashes, tellHashes } from './queries.ts';

type Secrets = Deps['secrets'];

interface Named {
  user_id: number;
  name: string;
}

const KEY_LOST =
  'The server cannot tell who was erased, because its secret key is another one. Its administrator must put the key back.';
/** As many names as a line of the audit log tells. */
export const HASHES_TOLD = 20;

/** The names that the user has erased; undefined if there are none. 409 if the key that tells them is lost. */
export async function findErased(
  tx: Tx,
  secrets: Secrets,
  user_id: number,
): Promise<ErasedNames | undefined> {
  const hashes = await listHashes(tx, { user_id });
  if (hashes.length === 0) return undefined;
  const { domain } = await getNameRules(tx, user_id);
  return { key: await getNameKey(tx, secrets), hashes, domain };
}

/** The entry of a name that the user has erased. 409 if the key that tells them is lost. */
export async function findErasedName(tx: Tx, secrets: Secrets, { user_id, name }: Named) {
  const erased = await findErased(tx, secrets, user_id);
  return erased && findErasedEntry(tx, { user_id, hashes: hashesOf(erased, name) });
}

/** Whether the user has erased this name; false where the key that tells it is lost. */
export async function isErased(tx: Tx, secrets: Secrets, { user_id, name }: Named): Promise<boolean> {
  const key = openKey(secrets, await findSealedKey(tx));
  if (key === undefined) return false;
  const { domain } = await getNameRules(tx, user_id);
  return !!(await findErasedEntry(tx, { user_id, hashes: hashesOf({ key, domain }, name) }));
}

/** The hashes that a name may have been kept by, the present one first. */
export const hashesOf = ({ key, domain }: Pick<ErasedNames, 'key' | 'domain'>, name: string): string[] =>
  hashedNames(name, domain).map((one) => hashName(key, one));

/**
 * 409 for a name that the user has erased. Call it under the user's lock, so that no erasure is missed that ends
 * meanwhile.
 */
export async function refuseErased(tx: Tx, secrets: Secrets, named: Named): Promise<void> {
  if (await findErasedName(tx, secrets, named)) throw conflict(ERASED_BEFORE);
}

/** The key of the hashes, drawn at its first use. 409 if the server's secret key does not open it. */
export async function getNameKey(tx: Tx, secrets: Secrets): Promise<string> {
  const key = await openNameKey(tx, secrets);
  if (key === undefined) throw conflict(KEY_LOST);
  return key;
}

/**
 * Has the audit log tell the beginnings of the hashes of names that a change puts on do-not-contact or takes off it. Without
 * the key it tells none, because nothing may keep somebody from being left alone.
 */
export async function tellNames(tx: Tx, secrets: Secrets, names: readonly string[]): Promise<void> {
  const key = await openNameKey(tx, secrets);
  if (key === undefined) return;
  await tellHashes(
    tx,
    names.slice(0, HASHES_TOLD).map((name) => shortHash(key, name)),
  );
}

/** The beginning of a name's hash; undefined if the server's secret key does not open the key of the hashes. */
export async function findShortHash(tx: Tx, secrets: Secrets, name: string): Promise<string | undefined> {
  const key = await openNameKey(tx, secrets);
  return key === undefined ? undefined : shortHash(key, name);
}

/** The same in a transaction that only reads; undefined too while no name has been hashed yet. */
export async function readShortHash(tx: Tx, secrets: Secrets, name: string): Promise<string | undefined> {
  const key = openKey(secrets, await findSealedKey(tx));
  return key === undefined ? undefined : shortHash(key, name);
}

/** The beginning of a name's hash, as the audit log has it. */
export const shortHash = (key: string, name: string): string => hashName(key, name).slice(0, HASH_SHOWN);

async function openNameKey(tx: Tx, secrets: Secrets): Promise<string | undefined> {
  const sealed = (await findSealedKey(tx)) ?? (await findSealedKey(tx, secrets.seal(drawNameKey())));
  return openKey(secrets, sealed);
}

function openKey(secrets: Secrets, sealed: Buffer | undefined): string | undefined {
  try {
    return sealed && secrets.open(sealed);
  } catch {
    return undefined;
  }
}
