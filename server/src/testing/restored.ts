import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { insertLoginSession } from '../access/session-queries.ts';
import { createToken, loginExpiry } from '../access/tokens.ts';
import { restoreBackup } from '../database/backup/restore-backup.ts';
import { takeBackup } from '../database/backup/take-backup.ts';
import { installFunctions } from '../database/functions.ts';
import { fillTimeZones } from '../database/time-zones.ts';
import { type SignedUp, startTestAppOn, type TestApp } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';

/** A file that does not exist yet, in a folder that is removed with the test. */
export async function backupFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'pigeonpost.backup');
}

/** Takes a backup of a server's database. */
export async function backUp(t: TestContext, { database, clock }: TestApp): Promise<string> {
  const file = await backupFile(t);
  await takeBackup(database.pool, file, clock.now());
  return file;
}

/** A server on a new database with the restored backup, with the time and settings of the lost one. */
export async function restored(t: TestContext, lost: TestApp, file: string): Promise<TestApp> {
  const database = await createTestDatabase({ migrations: null });
  t.after(database.drop);
  await restoreBackup(database.pool, file, lost.clock.now());
  await fillTimeZones(database.pool, lost.clock.now());
  await installFunctions(database.pool);
  return startTestAppOn(t, { database, clock: lost.clock, config: lost.deps.config });
}

/** The user signs in again, because a restore ends every session. */
export async function signInAgain(app: TestApp, user: SignedUp): Promise<SignedUp> {
  const { token, hash } = createToken();
  const now = app.clock.now();
  await app.deps.asSystem('test', (tx) =>
    insertLoginSession(tx, { user_id: user.id, token_hash: hash, now, expires_at: loginExpiry(now) }),
  );
  return { ...user, token, call: app.client(token) };
}
