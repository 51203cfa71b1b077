import type { Continuity } from '../database/continuity.ts';
import { type Listener, type ListenerConnection, openListener } from '../database/listener.ts';
import { tryLockTimers } from '../database/locks.ts';
import type { DatabaseAddress } from '../database/opening/connect.ts';
import type { OutageWatch } from '../database/outage.ts';
import type { Log } from '../log.ts';
import { NUDGES_CHANNEL, type Nudges } from '../polls/nudges.ts';
import type { Realtime } from '../realtime.ts';
import { createPeerMessages, MESSAGES_CHANNEL } from './peer-messages.ts';

/** The other server processes on the same database, as far as this one hears them. */
export interface Peers {
  /**
   * Whether this server runs the timers: one at a time, until its listening connection ends (docs/scaling.md#timers).
   */
  leads(): Promise<boolean>;
  /** Whether their messages are heard now. */
  hears(): boolean;
  close(): Promise<void>;
}

/** Begins to listen to the peers (docs/scaling.md#what-servers-tell-each-other). */
export async function joinPeers({
  address,
  nudges,
  realtime,
  continuity,
  suspectOutage,
  log,
}: {
  address: DatabaseAddress;
  nudges: Pick<Nudges, 'hear' | 'wakeAll'>;
  realtime: Pick<Realtime, 'tellPeers' | 'hearPeer' | 'cutConnections'>;
  continuity: Pick<Continuity, 'noteBreak'>;
  suspectOutage: OutageWatch['suspectOutage'];
  log: Log;
}): Promise<Peers> {
  let listener: Listener | undefined;
  const messages = createPeerMessages({
    listener: () => listener,
    onMessage: realtime.hearPeer,
    onMissed: realtime.cutConnections,
  });
  listener = await openListener({
    address,
    log,
    channels: [NUDGES_CHANNEL, MESSAGES_CHANNEL],
    onMessage(channel, payload) {
      if (channel === NUDGES_CHANNEL) nudges.hear(payload);
      else messages.hear(payload);
    },
    onLost: (err) => {
      continuity.noteBreak();
      suspectOutage(err);
    },
    onGap() {
      continuity.noteBreak();
      nudges.wakeAll();
      realtime.cutConnections();
      messages.resume();
    },
  });
  realtime.tellPeers((message) => messages.tell(JSON.stringify(message)));
  const { close } = listener;
  let leading: ListenerConnection | undefined;
  return {
    close,
    hears: () => listener.connection !== undefined,
    async leads() {
      const { connection } = listener;
      if (connection === undefined) return false;
      if (leading !== connection && (await tryLockTimers(connection).catch(() => false)))
        leading = connection;
      return leading === connection && listener.connection === connection;
    },
  };
}
