import { randomBytes } from 'node:crypto';
import type { User } from '@pigeonpost/contract/calls/auth';
import { DEFAULT_SETTINGS } from '@pigeonpost/contract/settings';
import { StartError } from '../../database/start-error.ts';
import type { Deps } from '../../deps.ts';
import { insertSettings } from '../settings/queries.ts';
import { hashPassword } from './passwords.ts';
import { hasAdmin, insertUser, isTimeZone } from './queries.ts';

const DAY_MS = 86_400_000;
const ADMIN_PASSWORD_BYTES = 12;

interface NewUser {
  username: string;
  password: string;
  role: User['role'];
  pack: User['pack'];
  time_zone?: string | undefined;
}

/** Makes a user with a trial and the default settings; undefined when the name is taken (3-decisions, Registration). */
export async function register(deps: Deps, input: NewUser): Promise<User | undefined> {
  const password_hash = await hashPassword(input.password);
  const now = deps.clock.now();
  const { trialDays } = deps.config;
  return deps.asSystem('register', async (tx) => {
    const isKnownZone = input.time_zone !== undefined && (await isTimeZone(tx, input.time_zone));
    const user = await insertUser(tx, {
      username: input.username,
      password_hash,
      role: input.role,
      pack: input.pack,
      subscription_end_date: trialDays === 0 ? null : new Date(now.getTime() + trialDays * DAY_MS),
      time_zone: isKnownZone && input.time_zone ? input.time_zone : 'UTC',
      created_at: now,
    });
    if (user) await insertSettings(tx, { user_id: user.id, ...DEFAULT_SETTINGS });
    return user;
  });
}

/**
 * Makes the first administrator where there is none; gives what to print, once (3-decisions, First start).
 * Undefined when there is one already.
 */
export async function ensureAdmin(deps: Deps): Promise<{ username: string; password?: string } | undefined> {
  if (await deps.asSystem('first admin', hasAdmin)) return undefined;
  const username = deps.config.adminUsername ?? 'admin';
  const password = deps.config.adminPassword ?? randomBytes(ADMIN_PASSWORD_BYTES).toString('base64url');
  const user = await register(deps, { username, password, role: 'admin', pack: 'pro' });
  if (!user)
    throw new StartError(
      `There is no administrator yet, and the name ${username} is a user's. Set ADMIN_USERNAME to another name.`,
    );
  return deps.config.adminPassword === undefined ? { username, password } : { username };
}
