import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { findSealedPassword } from '../database/reseal-passwords.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { findKeys } from '../secrets/secret-key.ts';

const OTHERS = 0o077;

/** Whether the key exists, is readable by its owner only, and opens its boxes. */
export async function examineKey(config: Config, pool: pg.Pool): Promise<Finding> {
  const about = 'Secret key';
  const file = join(config.dataDir, 'secret.key');
  const restoreKey =
    'Put the key back that this data was made with (a copy of SECRET_KEY or secret.key). Without it every password of a profile has to be entered again.';
  try {
    const sealed = await findSealedPassword(pool);
    const keys = await findKeys(config);
    if (!keys) {
      if (!sealed) return ok(about, `${file} is made at the first start`);
      return problem(about, `there is no ${file}, and passwords are stored`, restoreKey);
    }
    if (!config.secretKey && process.platform !== 'win32' && ((await stat(file)).mode & OTHERS) !== 0)
      return problem(about, `${file} can be read by other users of this machine`, `Run: chmod 600 ${file}`);
    if (!sealed) return ok(about, 'is there; no password is stored yet');
    try {
      createSecretBox(keys.current, ...(keys.previous ? [keys.previous] : [])).open(sealed);
      return ok(about, 'opens a stored password');
    } catch {
      return problem(about, 'does not open the stored passwords: it is another one', restoreKey);
    }
  } catch (error) {
    return problem(about, (error as Error).message, restoreKey);
  }
}
