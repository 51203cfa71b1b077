import { hash, randomBytes } from 'node:crypto';
import { fullName } from '@pigeonpost/contract/names/name-form';

const KEY_BYTES = 32;
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Longer names make the buffer grow. */
const NAME_BYTES = 512;
/** Of one unit of a string. */
const UTF8_BYTES_MAX = 3;

/** A new key for the hashes of names, as text that can be sealed. */
export const drawNameKey = (): string => randomBytes(KEY_BYTES).toString('hex');

/** The keyed hash of a name in its stored form, in hex (docs/behaviour.md#erasing-a-person). */
export const hashName = (key: string, name: string): string => openHash(key, 'hex')(name);

/** The names that a user has erased: not themselves, only their hashes. */
export interface ErasedNames {
  key: string;
  hashes: readonly string[];
  /** That of their site; left out, it has none. */
  domain?: string | null;
}

/**
 * As what a name may have been hashed, the present way first: with its domain, so that a later change of the site tells it
 * from another site's person of this name, and as it is stored (docs/behaviour.md#erasing-a-person).
 */
export const hashedNames = (name: string, domain: string | null = null): string[] => [
  ...new Set([fullName(name, { domain }), name]),
];

/** Says of a name whether it was erased. It takes about 2 µs; without erased people next to nothing. */
export function erasedTest(erased: ErasedNames | undefined): (name: string) => boolean {
  if (!erased) return () => false;
  const hashes = new Set(erased.hashes.map((hex) => Buffer.from(hex, 'hex').toString('binary')));
  const hashOf = openHash(erased.key, 'binary');
  return (name) => hashedNames(name, erased.domain).some((one) => hashes.has(hashOf(one)));
}

/**
 * HMAC-SHA-256 as RFC 2104 has it, from two plain hashes: for so short a text createHmac takes ten times as long, and
 * buffers that are made for each name twice as long as these two.
 */
function openHash(key: string, encoding: 'hex' | 'binary'): (name: string) => string {
  const pads = hmacPads(Buffer.from(key, 'hex'));
  let inner = Buffer.concat([pads[0], Buffer.alloc(NAME_BYTES)]);
  const outer = Buffer.concat([pads[1], Buffer.alloc(HASH_BYTES)]);
  return (name) => {
    const most = BLOCK_BYTES + UTF8_BYTES_MAX * name.length;
    if (most > inner.length) inner = Buffer.concat([inner], most);
    const end = BLOCK_BYTES + inner.write(name, BLOCK_BYTES);
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', outer, encoding);
  };
}

/** What comes before the text in the inner and in the outer hash of HMAC-SHA-256: the key, padded to a block. */
export function hmacPads(key: Buffer): [Buffer, Buffer] {
  const pad = (mask: number) =>
    Buffer.from(Buffer.alloc(BLOCK_BYTES, mask).map((byte, at) => byte ^ (key[at] ?? 0)));
  return [pad(0x36), pad(0x5c)];
}
