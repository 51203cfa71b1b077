import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** The length of a block of SHA-256, so that HMAC uses the key as it is. */
const KEY_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

/**
 * The key by which a server proves an actor to the database (docs/decisions/0026-proven-actors.md). Made once for each
 * database; only its owner can read it, so `pool` must be the owner's.
 */
export async function readAuditKey(pool: Pick<pg.Pool, 'query'>): Promise<Buffer> {
  const made = randomBytes(KEY_BYTES);
  await pool.query('insert into audit_key (inner_pad, outer_pad) values ($1, $2) on conflict do nothing', [
    pad(made, INNER),
    pad(made, OUTER),
  ]);
  const { rows } = await pool.query<{ inner_pad: Buffer }>('select inner_pad from audit_key');
  if (!rows[0]) throw new Error('The key of the audit log could not be made.');
  return pad(rows[0].inner_pad, INNER);
}

/** The proof of a message, as `audit_mac` computes it in the database. */
export function prove(key: Buffer, parts: string[]): string {
  return createHmac('sha256', key).update(parts.join('\n')).digest('hex');
}

function pad(bytes: Buffer, mask: number): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ mask));
}
