import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
const LOGIN_DAYS = 30;

/** A new opaque token of 256 random bits, and its hash; only the hash is stored. */
export function createToken(): { token: string; hash: Buffer } {
  const token = `pp_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  return { token, hash: hashToken(token) };
}

/** SHA-256 is enough: a token has too many bits to be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The expiry of a login token that is used now. */
export function loginExpiry(now: Date): Date {
  return new Date(now.getTime() + LOGIN_DAYS * DAY_MS);
}
