import { CONNECT_TIMEOUT_MS } from '@pigeonpost/contract/realtime';
import type { Clock } from './clock.ts';
import { ConcurrencyLimit } from './http/concurrency-limit.ts';

/** What is closed if it does not join in time. */
interface Connection {
  close(discard: true): void;
  once(event: 'close', listener: () => void): unknown;
}

const UNJOINED_A_NETWORK = 100;

/**
 * The live connections that have not shown a valid token: a hundred of one network, each for as long as a page waits
 * for it. Nothing else limits them, because no user is known yet.
 */
export class UnjoinedConnections {
  readonly #places = new ConcurrencyLimit<string>({ concurrency: UNJOINED_A_NETWORK, maxWaiting: 0 });
  readonly #releases = new WeakMap<Connection, () => void>();
  readonly #clock: Pick<Clock, 'ringAfter'>;

  constructor(clock: Pick<Clock, 'ringAfter'>) {
    this.#clock = clock;
  }

  isFull(network: string): boolean {
    return this.#places.isFull(network);
  }

  /** Counts a connection until it joins or ends. */
  add(connection: Connection, network: string): void {
    // Discarded: a polling client may never ask for the words that wait for it.
    const close = () => connection.close(true);
    const leave = this.#places.tryAcquire(network);
    if (!leave) {
      close();
      return;
    }
    const stopTimer = this.#clock.ringAfter(CONNECT_TIMEOUT_MS, close);
    const release = () => {
      stopTimer();
      leave();
    };
    this.#releases.set(connection, release);
    connection.once('close', release);
  }

  noteJoined(connection: Connection): void {
    this.#releases.get(connection)?.();
  }
}
