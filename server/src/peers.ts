import type { DatabaseAddress } from './database/connect.ts';
import { openListener } from './database/listener.ts';
import type { Log } from './log.ts';
import { NUDGES_CHANNEL, type Nudges } from './nudges.ts';

/** The other server processes on the same database, as far as this one hears them. */
export interface Peers {
  close(): Promise<void>;
}

/** Begins to hear what the peers tell (docs/scaling.md#what-servers-tell-each-other). */
export async function joinPeers({
  address,
  nudges,
  log,
}: {
  address: DatabaseAddress;
  nudges: Pick<Nudges, 'hear' | 'wakeAll'>;
  log: Log;
}): Promise<Peers> {
  const listener = await openListener({
    address,
    log,
    channels: [NUDGES_CHANNEL],
    onMessage: (_channel, payload) => nudges.hear(payload),
    onGap: () => nudges.wakeAll(),
  });
  return { close: listener.close };
}
