import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@pigeonpost/contract/account/settings';
import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import { insertLoginSession } from '../access/session-queries.ts';
import { createToken, loginExpiry } from '../access/tokens.ts';
import type { Deps } from '../deps.ts';
import { insertUser } from '../features/auth/queries.ts';
import { insertSettings } from '../features/settings/queries.ts';

export interface TestUser {
  id: number;
  username: string;
  token: string;
}

/** A user with a session, written directly to the database, without hashing a password. */
export async function createUser(
  deps: Deps,
  user: { role: Role; pack: Pack; subscription_end_date: Date | null; time_zone: string },
): Promise<TestUser> {
  const now = deps.clock.now();
  const username = `user-${randomUUID().slice(0, 13)}`;
  const { token, hash } = createToken();
  return deps.asSystem('test', async (tx) => {
    const row = await insertUser(tx, { ...user, username, password_hash: 'none', created_at: now });
    if (!row) throw new Error(`${username} is taken.`);
    await insertSettings(tx, { user_id: row.id, ...DEFAULT_SETTINGS });
    await insertLoginSession(tx, {
      user_id: row.id,
      token_hash: hash,
      now,
      expires_at: loginExpiry(now),
      address: '127.0.0.1',
      user_agent: 'node',
    });
    return { id: row.id, username, token };
  });
}
