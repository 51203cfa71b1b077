import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

// What an unknown name is compared with, so that it takes as long as a known one (3-decisions, Login throttle).
const NOBODY = hashPassword(randomBytes(SALT_BYTES).toString('hex'));

/** The PHC string of a password: argon2id with its parameters and a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await argon2id({ password, salt, memory: MEMORY_KIB, passes: PASSES, lanes: LANES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`;
}

/** Whether the password is the one; without a stored hash the answer is no, after the same time. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = PHC.exec(stored ?? (await NOBODY));
  if (!parts) throw new Error('A stored password is not in the form that this version writes.');
  const [, memory, passes, lanes, salt = '', expected = ''] = parts;
  const hash = await argon2id({
    password,
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
  });
  return timingSafeEqual(hash, Buffer.from(expected, 'base64')) && stored !== undefined;
}

function argon2id(input: { password: string; salt: Buffer; memory: number; passes: number; lanes: number }) {
  return derive('argon2id', {
    message: input.password,
    nonce: input.salt,
    memory: input.memory,
    passes: input.passes,
    parallelism: input.lanes,
    tagLength: HASH_BYTES,
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
