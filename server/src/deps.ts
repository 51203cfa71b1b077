import type { ServerIdentity } from '@pigeonpost/contract/calls/agent-protocol';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Continuity } from './database/continuity.ts';
import type { OutageWatch } from './database/outage.ts';
import type { Transactions } from './database/transactions.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Peers } from './peers/peers.ts';
import type { Nudges } from './polls/nudges.ts';
import type { Publisher, Realtime } from './realtime.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** What a feature may use; built once, in main.ts or by a test. */
export interface Deps extends Transactions {
  /** Rejects when the database does not answer. */
  readonly checkHealth: OutageWatch['checkHealth'];
  /** Is told of every failure that looks like an outage of the database, which then is logged once. */
  readonly suspectOutage: OutageWatch['suspectOutage'];
  readonly config: Config;
  readonly clock: Clock;
  /** Which database this is; an agent's journal says it of each line. */
  readonly identity: ServerIdentity;
  /** Whether the database may be another one than a moment ago. */
  readonly continuity: Pick<Continuity, 'breaks' | 'awaitedSince'>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Tells a user's browsers; hand it to afterCommit. */
  readonly publish: Publisher;
  /** The same, and to every administrator's browsers. */
  readonly publishWithAdmins: Publisher;
  /** Wakes the waiting polls of a user's agents, here and at the other servers. */
  readonly nudges: Nudges;
  /** Whether this server is the one whose timers work. */
  readonly leads: Peers['leads'];
  /** Whether what the other servers tell is heard at this moment. */
  readonly hearsPeers: Peers['hears'];
  readonly secrets: SecretBox;
  /** The sessions that have a live connection to this process. */
  readonly connectedSessions: Realtime['connectedSessions'];
  /** Closes the live connections of sessions that ended. */
  readonly endConnections: Realtime['endConnections'];
}
