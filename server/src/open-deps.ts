import { type Clock, createDatabaseClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createContinuity } from './database/continuity.ts';
import { openDatabase } from './database/opening/open-database.ts';
import { readServerIdentity, storeServerAddress } from './database/server-identity-queries.ts';
import { readDatabaseTime } from './database/time-queries.ts';
import { openTransactions } from './database/transactions.ts';
import type { Deps } from './deps.ts';
import { createDiskWatch } from './disk/disk-watch.ts';
import { throttleProgress } from './features/campaigns/progress-throttle.ts';
import type { Log } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { createMetrics } from './metrics/metrics.ts';
import { joinPeers, type Peers } from './peers/peers.ts';
import { createNudges } from './polls/nudges.ts';
import { serverAddress } from './public-address.ts';
import { createRealtime, type Realtime } from './realtime.ts';
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts';
import { readKeys } from './secrets/secret-key.ts';

interface OpenDeps {
  deps: Deps;
  realtime: Realtime;
  /** Closes the database, and stops it if it is our own. */
  close(): Promise<void>;
}

/**
 * Opens everything that the server uses, on its migrated database. The time is the database's, unless a clock is given.
 * Throws a StartError that says what to do if there is no database. `onWait` is called when there is nothing to do but to
 * wait for the database, maybe twice.
 */
export async function openDeps(
  config: Config,
  { log, clock: givenClock, onWait }: { log: Log; clock?: Clock; onWait?: () => void },
): Promise<OpenDeps> {
  const continuity = createContinuity();
  const database = await openDatabase({ ...config, now: systemClock.now(), log, continuity, onWait });
  let peers: Peers | undefined;
  try {
    const realtime = createRealtime(config.origins);
    const transactions = openTransactions({ ...database, log });
    const clock =
      givenClock ??
      createDatabaseClock(await transactions.readAsSystem('reading the time', readDatabaseTime));
    continuity.begin(clock);
    const nudges = createNudges();
    const metrics = createMetrics();
    const pools = { requests: database.pool, system: database.systemPool, engine: database.enginePool };
    const disk = createDiskWatch({ config, clock, log });
    metrics.watch({
      pools,
      polls: () => nudges.waiting,
      connections: realtime.countConnections,
      diskFree: disk.free,
    });
    continuity.watch(nudges.wakeAll);
    const { address, suspectOutage } = database;
    peers = await joinPeers({ address, nudges, realtime, continuity, suspectOutage, log });
    const { close, leads, hears } = peers;
    const identity = await readServerIdentity(transactions);
    await storeServerAddress(transactions, serverAddress(config));
    // A restored database has another epoch.
    continuity.watch(() => {
      readServerIdentity(transactions).then(
        ({ epoch }) => Object.assign(identity, { epoch }),
        () => {},
      );
    });
    const deps: Deps = {
      ...transactions,
      checkHealth: database.checkHealth,
      suspectOutage,
      config,
      clock,
      identity,
      continuity,
      log,
      metrics,
      publish: throttleProgress({ publish: realtime.publish, clock }),
      publishWithAdmins: realtime.publishWithAdmins,
      connectedSessions: realtime.connectedSessions,
      endConnections: realtime.endConnections,
      nudges,
      disk,
      leads,
      hearsPeers: hears,
      secrets: await openSecretBox(config),
      mail: createMailer(config.mail),
    };
    return { deps, realtime, close: () => close().finally(database.close) };
  } catch (error) {
    await peers?.close();
    await database.close();
    throw error;
  }
}

async function openSecretBox(config: Config): Promise<SecretBox> {
  const { current, previous } = await readKeys(config);
  return createSecretBox(current, ...(previous ? [previous] : []));
}
