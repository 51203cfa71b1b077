import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../database/start-error.ts';

const KEY_BYTES = 32;
const CURRENT = 'secret.key';
const PREVIOUS = 'secret.key.previous';

/** The key that seals, and the previous one while some boxes still need it. */
interface Keys {
  current: Buffer;
  previous: Buffer | undefined;
}

/** The sources of the keys: settings, or else files in the data folder. */
interface KeySettings {
  secretKey: Buffer | undefined;
  previousSecretKey: Buffer | undefined;
  dataDir: string;
}

/** The keys from the settings, or else from this data folder, where the first one is made at the first start. */
export async function readKeys({ secretKey, previousSecretKey, dataDir }: KeySettings): Promise<Keys> {
  if (secretKey) return { current: secretKey, previous: previousSecretKey };
  return { current: await readKeyFile(dataDir), previous: await findKey(join(dataDir, PREVIOUS)) };
}

/** The same without making one; undefined if there is none. */
export async function findKeys({
  secretKey,
  previousSecretKey,
  dataDir,
}: KeySettings): Promise<Keys | undefined> {
  if (secretKey) return { current: secretKey, previous: previousSecretKey };
  const current = await findKey(join(dataDir, CURRENT));
  return current && { current, previous: await findKey(join(dataDir, PREVIOUS)) };
}

/** The key file of this data folder, made at the first start, readable by its owner only. */
export async function readKeyFile(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, CURRENT);
  await mkdir(dataDir, { recursive: true });
  // 'wx': of two servers that start at once, one writes and both read the same.
  await writeKey(file, 'wx').catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await findKey(file)) as Buffer;
}

/**
 * Replaces the data folder's key; the old one stays beside it until `forgetPreviousKey`. Does nothing if there is an
 * old one already: an interrupted rotation continues with the key that it made.
 */
export async function replaceKeyFile(dataDir: string): Promise<void> {
  const [file, previous] = [join(dataDir, CURRENT), join(dataDir, PREVIOUS)];
  const current = await readKeyFile(dataDir);
  const old = await findKey(previous);
  if (old && !old.equals(current)) return;
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  await writeKey(unfinished, 'wx');
  if (!old)
    await writeFile(previous, `${current.toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await rename(unfinished, file);
}

/** Call it when no box needs it any more (docs/operating.md#secrets). */
export async function forgetPreviousKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, PREVIOUS), { force: true });
}

async function writeKey(file: string, flag: string): Promise<void> {
  await writeFile(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { flag, mode: 0o600, flush: true });
}

/** Undefined if there is no such file. */
async function findKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(text.trim()))
    throw new StartError(`${file} does not hold a key. Put the key back that this data was made with.`);
  return Buffer.from(text.trim(), 'hex');
}
