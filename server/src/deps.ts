import type { ServerIdentity } from '@pigeonpost/contract/calls/agent-protocol';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Continuity } from './database/continuity.ts';
import type { OutageWatch } from './database/outage.ts';
import type { Transactions } from './database/transactions.ts';
import type { DiskWatch } from './disk/disk-watch.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Peers } from './peers/peers.ts';
import type { Nudges } from './polls/nudges.ts';
import type { Publisher, Realtime } from './realtime.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** Everything that a feature may use; built once, in main.ts or by a test. */
export interface Deps extends Transactions {
  /** Rejects when the database does not answer. */
  readonly checkHealth: OutageWatch['checkHealth'];
  /** Takes every failure that looks like an outage of the database; an outage is logged once. */
  readonly suspectOutage: OutageWatch['suspectOutage'];
  readonly config: Config;
  readonly clock: Clock;
  /** The database's identity; an agent's journal has it in each line. */
  readonly identity: ServerIdentity;
  /** Says whether the database may have been replaced just now. */
  readonly continuity: Pick<Continuity, 'breaks' | 'awaitedSince'>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Sends an event to a user's browsers; pass it to afterCommit. */
  readonly publish: Publisher;
  /** The same, and to all administrators' browsers. */
  readonly publishWithAdmins: Publisher;
  /** Wakes the waiting polls of a user's agents, at all servers. */
  readonly nudges: Nudges;
  /** The room on the disk of the database. */
  readonly disk: DiskWatch;
  /** Whether this server runs the timers. */
  readonly leads: Peers['leads'];
  /** Whether this server gets the other servers' messages at this moment. */
  readonly hearsPeers: Peers['hears'];
  readonly secrets: SecretBox;
  readonly mail: Mailer;
  /** The sessions that have a live connection to this process. */
  readonly connectedSessions: Realtime['connectedSessions'];
  /** Closes the live connections of sessions that ended. */
  readonly endConnections: Realtime['endConnections'];
}
