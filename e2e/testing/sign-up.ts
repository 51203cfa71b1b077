import { argon2Sync, randomBytes } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@pigeonpost/contract/account/settings';
import { createClient } from '@pigeonpost/contract/client';
import { formatBrowser } from '@pigeonpost/contract/notifications/format-browser';
import { recordSecurityEvent } from '@pigeonpost/server/access/security-events';
import { insertLoginSession } from '@pigeonpost/server/access/session-queries';
import { rememberAddress } from '@pigeonpost/server/access/throttle-queries';
import { createToken, loginExpiry } from '@pigeonpost/server/access/tokens';
import { systemClock } from '@pigeonpost/server/clock';
import { readAuditKey } from '@pigeonpost/server/database/audit-key';
import { openTransactions } from '@pigeonpost/server/database/transactions';
import { insertUser } from '@pigeonpost/server/features/auth/queries';
import { insertSettings } from '@pigeonpost/server/features/settings/queries';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import type { TestDatabase } from '@pigeonpost/server/testing/test-database';

const PASSWORD = 'kiln-9000';
const TRIAL_MS = 14 * 86_400_000;
const ORIGIN = { address: '127.0.0.1', user_agent: 'node' };
/** The cheapest valid password hash; a hash names its own parameters. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
const PASSWORD_HASH = cheapHash(PASSWORD);

/**
 * The rows that registering and signing in leave in the database, without their two expensive hashes: a tenth of a
 * second of a processor in each test.
 */
export async function signUp({ url, database }: { url: string; database: TestDatabase }, username: string) {
  const now = systemClock.now();
  const { token, hash } = createToken();
  const { pool } = database;
  const transactions = openTransactions({ pool, auditKey: await readAuditKey(pool), log: silentLog });
  await transactions.asSystem('test', async (tx) => {
    const user = await insertUser(tx, {
      username,
      password_hash: PASSWORD_HASH,
      role: 'user',
      pack: 'starter',
      subscription_end_date: new Date(now.getTime() + TRIAL_MS),
      time_zone: 'UTC',
      created_at: now,
    });
    if (!user) throw new Error(`${username} is taken.`);
    const user_id = user.id;
    await insertSettings(tx, { user_id, ...DEFAULT_SETTINGS });
    await tx.updateTable('users').set({ last_login: now }).where('id', '=', user_id).execute();
    await insertLoginSession(tx, {
      user_id,
      token_hash: hash,
      now,
      expires_at: loginExpiry(now),
      ...ORIGIN,
    });
    const browser = formatBrowser(ORIGIN.user_agent);
    await rememberAddress(tx, { user_id, address: ORIGIN.address, browser, last_used_at: now });
    for (const kind of ['registered', 'sign_in'] as const)
      await recordSecurityEvent({ clock: systemClock, log: silentLog }, tx, {
        ...ORIGIN,
        kind,
        user_id,
        username,
      });
  });
  return {
    username,
    password: PASSWORD,
    token,
    call: createClient({ baseUrl: url, token: () => token }),
  };
}

function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const hash = argon2Sync('argon2id', { message: password, nonce, ...CHEAP });
  const [salt, tag] = [nonce, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${CHEAP.memory},t=${CHEAP.passes},p=${CHEAP.parallelism}$${salt}$${tag}`;
}
