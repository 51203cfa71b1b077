import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import { type Call, createClient } from '@pigeonpost/contract/client';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { readAuditKey } from '../database/audit-key.ts';
import { createContinuity } from '../database/continuity.ts';
import { readServerIdentity, storeServerAddress } from '../database/server-identity-queries.ts';
import { openTransactions } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';
import { createDiskWatch } from '../disk/disk-watch.ts';
import { throttleProgress } from '../features/campaigns/progress-throttle.ts';
import { QUIET_MS } from '../http/graceful-shutdown.ts';
import { createMailer } from '../mail/mailer.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { joinPeers, type Peers } from '../peers/peers.ts';
import { createNudges } from '../polls/nudges.ts';
import { serverAddress } from '../public-address.ts';
import { createRealtime } from '../realtime.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { noteUndocumented } from './documented-answers.ts';
import { createUser, type TestUser } from './factories.ts';
import { ManualClock } from './manual-clock.ts';
import { silentLog } from './silent-log.ts';
import { testConfig } from './test-config.ts';
import { connectKept, createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './until.ts';

const DAY_MS = 86_400_000;

export interface TestApp {
  url: string;
  clock: ManualClock;
  deps: Deps;
  database: TestDatabase;
  /** A user with an active subscription, signed in; `call` is their client. */
  signUp(options?: SignUpOptions): Promise<SignedUp>;
  /** Ends the server as a signal does. */
  close(): Promise<void>;
  /** A client with any token, or none. */
  client(token?: string): Call;
}

export interface SignUpOptions {
  role?: Role;
  pack?: Pack;
  /** Days from now; null for no end date, negative for an expired one. */
  subscriptionDays?: number | null;
  timeZone?: string;
}

export interface SignedUp extends TestUser {
  token: string;
  call: Call;
}

/** The whole server on its own database and a manual clock; everything is closed when the test ends. */
export async function startTestApp(t: TestContext, config: Partial<Config> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const { app, end } = await serve({ database, clock: new ManualClock(), config, peers: ALONE });
  t.after(() => end().finally(database.drop));
  return app;
}

/** A server on an existing database, such as after a restore; the test drops the database. */
export async function startTestAppOn(
  t: TestContext,
  { database, clock, config }: { database: TestDatabase; clock: ManualClock; config?: Partial<Config> },
): Promise<TestApp> {
  const { app, end } = await serve({ database, clock, ...(config && { config }), peers: ALONE });
  t.after(end);
  return app;
}

/** Two servers on one database, with one clock, each of which hears the other as in production. */
export async function startTestPeers(
  t: TestContext,
  config: Partial<Config> = {},
): Promise<[TestApp, TestApp]> {
  const database = await createTestDatabase();
  const clock = new ManualClock();
  const [one, other] = [await serve({ database, clock, config }), await serve({ database, clock, config })];
  t.after(async () => {
    await Promise.all([one.end(), other.end()]);
    await database.drop();
  });
  return [one.app, other.app];
}

const ALONE: Peers = { leads: async () => true, hears: () => true, close: async () => {} };

/** A server that joins those on its database, unless it gets its peers. */
async function serve({
  database,
  clock,
  config = {},
  peers: given,
}: {
  database: TestDatabase;
  clock: ManualClock;
  config?: Partial<Config>;
  peers?: Peers;
}): Promise<{ app: TestApp; end(): Promise<void> }> {
  const realtime = createRealtime(config.origins);
  const system = await connectKept(database.address, 6);
  const pools = { requests: database.pool, system: system.pool };
  const transactions = openTransactions({
    pool: pools.requests,
    systemPool: pools.system,
    auditKey: await readAuditKey(pools.requests),
    log: silentLog,
  });
  const nudges = createNudges();
  const continuity = createContinuity();
  continuity.begin(clock);
  continuity.watch(nudges.wakeAll);
  const metrics = createMetrics();
  const settings = { ...testConfig, ...config };
  const disk = createDiskWatch({ config: settings, clock, log: silentLog });
  metrics.watch({
    pools,
    polls: () => nudges.waiting,
    connections: realtime.countConnections,
    diskFree: disk.free,
  });
  const peers =
    given ??
    (await joinPeers({
      address: database.address,
      nudges,
      realtime,
      continuity,
      suspectOutage: () => {},
      log: silentLog,
    }));
  await storeServerAddress(transactions, serverAddress(settings));
  const deps: Deps = {
    ...transactions,
    checkHealth: database.checkHealth,
    suspectOutage: () => {},
    config: settings,
    clock,
    identity: await readServerIdentity(transactions),
    continuity,
    log: silentLog,
    metrics,
    publish: throttleProgress({ publish: realtime.publish, clock }),
    publishWithAdmins: realtime.publishWithAdmins,
    connectedSessions: realtime.connectedSessions,
    endConnections: realtime.endConnections,
    nudges,
    disk,
    leads: peers.leads,
    hearsPeers: peers.hears,
    secrets: createSecretBox(...secretKeysOf(settings)),
    mail: createMailer(settings.mail),
  };
  const app = await buildApp(deps, { realtime });
  const undocumented = noteUndocumented(app.server);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = (token?: string) => createClient({ baseUrl: url, token: () => token });
  const testApp: TestApp = {
    url,
    clock,
    deps,
    database,
    client,
    close: () => app.close(),
    async signUp({ role = 'user', pack = 'starter', subscriptionDays = 30, timeZone = 'UTC' } = {}) {
      const end =
        subscriptionDays === null ? null : new Date(clock.now().getTime() + subscriptionDays * DAY_MS);
      const user = await createUser(deps, { role, pack, subscription_end_date: end, time_zone: timeZone });
      return { ...user, call: client(user.token) };
    },
  };
  const end = async () => {
    await closeInSilence(app, { clock, isBehindProxy: deps.config.proxies > 0 });
    await peers.close();
    await system.close();
    assert.deepEqual(undocumented.problems(), [], 'The API reference does not name these answers.');
  };
  return { app: testApp, end };
}

/** Behind a proxy a closing server waits for a moment of silence, which a manual clock must pass. */
async function closeInSilence(
  app: Pick<FastifyInstance, 'close'>,
  { clock, isBehindProxy }: { clock: ManualClock; isBehindProxy: boolean },
): Promise<void> {
  let isClosed = false;
  const closed = app.close().finally(() => {
    isClosed = true;
  });
  const turnUntilClosed = () => {
    clock.advance(QUIET_MS);
    return isClosed;
  };
  if (isBehindProxy) await until('a server that ends in silence', turnUntilClosed);
  await closed;
}

function secretKeysOf({ secretKey, previousSecretKey }: Config): [Buffer, ...Buffer[]] {
  if (!secretKey) throw new Error('A test server has a secret key.');
  return previousSecretKey ? [secretKey, previousSecretKey] : [secretKey];
}
