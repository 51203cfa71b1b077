import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './database/start-error.ts';

const KEY_BYTES = 32;

/** The key file of this data folder, made at the first start, readable by its owner only. */
export async function readKeyFile(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  const fresh = randomBytes(KEY_BYTES).toString('hex');
  // 'wx': of two servers that start at once, one writes and both read the same.
  await writeFile(file, `${fresh}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new StartError(`${file} does not hold a key. Put the key back that this data was made with.`);
  return Buffer.from(text, 'hex');
}
