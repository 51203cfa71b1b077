import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { listMigrations } from '../database/migrate.ts';
import {
  readConnections,
  readFaults,
  readFrozen,
  readMigration,
  readOverdueLeases,
  readSites,
  readTime,
} from '../database/state-queries.ts';
import { connectedSince } from '../features/agents/connected.ts';
import { verifyAuditLog } from '../features/audit-log/verify.ts';
import { examineClock } from './examine-clock.ts';

const MAX_CLOCK_SECONDS = 2;
const FEW_CONNECTIONS = 10;

/** Whether the database is migrated, sends, has free connections, an intact audit log and the right time. */
export async function examineDatabase(pool: pg.Pool, clock: Pick<Clock, 'now'>): Promise<Finding[]> {
  const now = clock.now();
  const migration = await examineMigration(pool);
  const time = await examineDatabaseClock(pool, clock);
  // Tables of a later migration cannot be queried.
  if (!migration.isOk) return [migration, time];
  return [
    migration,
    await examineFreeze(pool),
    await examineLeases(pool, now),
    await examineSites(pool, now),
    await examineFaults(pool),
    await examineConnections(pool),
    await examineAuditLog(pool),
    time,
  ];
}

async function examineMigration(pool: pg.Pool): Promise<Finding> {
  const known = (await listMigrations()).length;
  const current = await readMigration(pool);
  if (current === known) return ok('Database', `answers, and is at migration ${known} as this version is`);
  if (current > known)
    return problem(
      'Database',
      `is at migration ${current}, and this version knows only ${known}`,
      'Start the newer version, or restore a backup made before the update.',
    );
  return problem(
    'Database',
    current === 0 ? 'is empty' : `is at migration ${current}, and this version is at ${known}`,
    'Start the server once: it migrates the database.',
  );
}

async function examineFreeze(pool: pg.Pool): Promise<Finding> {
  const { users, missing } = await readFrozen(pool);
  if (users === 0) return ok('Sending', 'is frozen for nobody');
  const machines = missing > 0 ? `, and ${missing} machines have not reported what they sent` : '';
  return problem(
    'Sending',
    `is frozen for ${users} users after a restore${machines}`,
    'Let their agents connect; then each presses "Continue sending" on the campaigns page.',
  );
}

async function examineLeases(pool: pg.Pool, now: Date): Promise<Finding> {
  const overdue = await readOverdueLeases(pool, now);
  if (overdue === 0) return ok('Timers', 'end leases in time');
  return problem(
    'Timers',
    `${overdue} leases ran out more than a minute ago, and were not ended`,
    'No server works on its timers: start one, or look into its log.',
  );
}

async function examineSites(pool: pg.Pool, now: Date): Promise<Finding> {
  const { kinds, machines, unable } = await readSites(pool, connectedSince(now));
  if (kinds.length === 0) return ok('Site', 'no account chose one in Settings');
  if (unable.length === 0)
    return ok(
      'Site',
      `accounts chose ${kinds.join(', ')}, and all ${machines} connected machines can drive it`,
    );
  const told = unable.map(({ machine_name, kind, takes_site, site_error }) => {
    const reason = takes_site ? 'has not taken the choice yet' : 'its agent is too old to be told';
    return `${machine_name} cannot drive ${kind}: ${site_error ?? reason}`;
  });
  return problem(
    'Site',
    told.join('; '),
    'Settings → Site of its account says which command or file it needs.',
  );
}

async function examineFaults(pool: pg.Pool): Promise<Finding> {
  const { profiles, reason } = await readFaults(pool);
  if (profiles === 0) return ok('Profiles', 'Firefox starts with all that campaigns use');
  return problem(
    'Profiles',
    `Firefox cannot start with ${profiles} that campaigns use: ${reason ?? 'its agent does not say why'}`,
    'Repair Firefox on their machines; sending then continues by itself.',
  );
}

async function examineConnections(pool: pg.Pool): Promise<Finding> {
  const { used, most } = await readConnections(pool);
  const words = `${used} of ${most} are in use`;
  if (most - used >= FEW_CONNECTIONS) return ok('Connections', words);
  return problem('Connections', words, 'Raise max_connections of PostgreSQL: each server takes 41.');
}

async function examineAuditLog(pool: pg.Pool): Promise<Finding> {
  const { entries, errors } = await verifyAuditLog(pool);
  if (errors.length === 0) return ok('Audit log', `all ${entries} lines hang together`);
  const told = errors.map(({ user_id, id, error }) =>
    id === null ? `user ${user_id}: ${error}` : `user ${user_id}, line ${id}: ${error}`,
  );
  return problem(
    'Audit log',
    told.join(' '),
    'Somebody changed it in the database itself. Compare it with the backups.',
  );
}

async function examineDatabaseClock(pool: pg.Pool, clock: Pick<Clock, 'now'>): Promise<Finding> {
  const asked = clock.now();
  const told = await readTime(pool);
  return examineClock("the database's", { told, asked, answered: clock.now() }, MAX_CLOCK_SECONDS);
}
