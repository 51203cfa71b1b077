import { randomBytes } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@pigeonpost/contract/account/settings';
import type { User } from '@pigeonpost/contract/calls/auth';
import type { StopLanguage } from '@pigeonpost/contract/stop-words/languages';
import type { Origin } from '../../access/caller.ts';
import { recordSecurityEvent } from '../../access/security-events.ts';
import { StartError } from '../../database/start-error.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { firstStopLanguages } from '../replies/first-stop-languages.ts';
import { insertSettings } from '../settings/queries.ts';
import { newPasswordError, refuseWeakPassword } from './new-passwords.ts';
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
  /** The Accept-Language of the browser. */
  languages?: string | undefined;
  /** Left out for the first administrator, whom the server makes itself. */
  origin?: Origin;
}

/**
 * Makes a user, with a trial unless it is an administrator, and the default settings; undefined if the name is taken,
 * 400 if the password is not allowed.
 */
export async function register(deps: Deps, input: NewUser): Promise<User | undefined> {
  await refuseWeakPassword(input, 'password');
  const password_hash = await hashPassword(input.password);
  const now = deps.clock.now();
  const { trialDays } = deps.config;
  // An administrator needs no subscription.
  const hasTrial = trialDays > 0 && input.role !== 'admin';
  return deps.asSystem('register', async (tx) => {
    const isKnownZone = input.time_zone !== undefined && (await isTimeZone(tx, input.time_zone));
    const user = await makeUser(
      tx,
      {
        username: input.username,
        password_hash,
        role: input.role,
        pack: input.pack,
        subscription_end_date: hasTrial ? new Date(now.getTime() + trialDays * DAY_MS) : null,
        time_zone: isKnownZone && input.time_zone ? input.time_zone : 'UTC',
        created_at: now,
      },
      firstStopLanguages(input.languages),
    );
    if (!user) return undefined;
    const { address = '', user_agent = '' } = input.origin ?? {};
    const told = { user_id: user.id, username: input.username, address, user_agent };
    await recordSecurityEvent(deps, tx, { ...told, kind: 'registered' });
    return user;
  });
}

/** A user's rows: the account and the default settings; undefined if the name is taken, in any case. */
export async function makeUser(
  tx: Tx,
  account: Parameters<typeof insertUser>[1],
  stop_languages: StopLanguage[] = firstStopLanguages(undefined),
): Promise<User | undefined> {
  const user = await insertUser(tx, account);
  if (user) await insertSettings(tx, { user_id: user.id, ...DEFAULT_SETTINGS, stop_languages });
  return user;
}

/**
 * Makes the first administrator and returns what to print, once (docs/behaviour.md#accounts). Undefined if there is an
 * administrator already.
 */
export async function ensureAdmin(deps: Deps): Promise<{ username: string; password?: string } | undefined> {
  if (await deps.readAsSystem('first admin', hasAdmin)) return undefined;
  const username = deps.config.adminUsername ?? 'admin';
  const password = deps.config.adminPassword ?? randomBytes(ADMIN_PASSWORD_BYTES).toString('base64url');
  const error = await newPasswordError({ username, password });
  if (error !== undefined) throw new StartError(`ADMIN_PASSWORD: ${error}.`);
  const user = await register(deps, { username, password, role: 'admin', pack: 'pro' });
  // Several servers may start at once on a new database: one of them makes the administrator.
  if (!user && (await deps.readAsSystem('first admin', hasAdmin))) return undefined;
  if (!user)
    throw new StartError(
      `There is no administrator yet, and the name ${username} is a user's. Set ADMIN_USERNAME to another name.`,
    );
  return deps.config.adminPassword === undefined ? { username, password } : { username };
}
