import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { normalizePassword } from '@pigeonpost/contract/account/passwords';
import { tooMany } from '../../errors.ts';

const derive = promisify(argon2);

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

// More at once than cores would only make each slower, and many of them would stop everything else.
const HASHES_AT_ONCE = availableParallelism();
const MAY_WAIT = 4 * HASHES_AT_ONCE;
const BUSY = 'Too many people are signing in at this moment. Please try again in a moment.';
const BUSY_SECONDS = 2;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

let running = 0;
const waiting: (() => void)[] = [];

// Compared with for an unknown name, so that refusing it takes as long as a known one. It is the hash of no password,
// because computing one would delay every start of the server.
const NOBODY = formatHash(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** The PHC string of a password: argon2id with its parameters and a salt; 429 if too many hashes are requested. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await argon2id({
    password: normalizePassword(password),
    salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    lanes: LANES,
  });
  return formatHash(salt, hash);
}

function formatHash(salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`;
}

/**
 * Whether the password matches; without a stored hash the answer is no, after the same time. 429 like `hashPassword`.
 * The oldest hashes are of the password as typed, so that form is tried too.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const forms = new Set([normalizePassword(password), password]);
  for (const form of forms) if (await isOfHash(form, stored ?? NOBODY)) return stored !== undefined;
  return false;
}

async function isOfHash(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored);
  if (!parts) throw new Error('A stored password is not in the form that this version writes.');
  const [, memory, passes, lanes, salt = '', expected = ''] = parts;
  const hash = await argon2id({
    password,
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
  });
  return timingSafeEqual(hash, Buffer.from(expected, 'base64'));
}

function argon2id(input: { password: string; salt: Buffer; memory: number; passes: number; lanes: number }) {
  return inTurn(() =>
    derive('argon2id', {
      message: input.password,
      nonce: input.salt,
      memory: input.memory,
      passes: input.passes,
      parallelism: input.lanes,
      tagLength: HASH_BYTES,
    }),
  );
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < HASHES_AT_ONCE) running++;
  else if (waiting.length < MAY_WAIT) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw tooMany(BUSY, BUSY_SECONDS);
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
