import type { EventEmitter } from 'node:events';
import pg from 'pg';

type Callback = (error?: Error | null) => void;

/** A client as its pool uses it. */
interface PoolsClient extends EventEmitter {
  database: string;
  readyForQuery: boolean | null;
  connect(callback: Callback): void;
  query(text: string): Promise<unknown>;
  end(callback: Callback): void;
  ref(): void;
  unref(): void;
}

const Client = pg.Client as unknown as new (config: pg.ClientConfig) => PoolsClient;

/** Undoes a test's changes of a connection. Its caches of tables and functions stay. */
const MAKE_NEW =
  'rollback; reset role; reset all; unlisten *; close all; discard temp; select pg_advisory_unlock_all()';

/** The clients without a pool, by database. */
const kept = new Map<string, Set<KeptClient>>();
/** The clients that pools have just released. */
const leaving = new Set<Promise<void>>();

/**
 * A connection that survives its pool, for the next pool on that database: starting one and filling its caches takes
 * much of a test's processor time. Without a pool it keeps no process alive.
 */
class KeptClient extends Client {
  #isConnected = false;

  override connect(callback: Callback): void {
    if (this.#isConnected) {
      this.ref();
      process.nextTick(callback);
    } else {
      super.connect((error) => {
        this.#isConnected = !error;
        callback(error);
      });
    }
  }

  override end(callback: Callback): void {
    const left = this.#leave(callback).finally(() => leaving.delete(left));
    leaving.add(left);
  }

  async #leave(callback: Callback): Promise<void> {
    this.removeAllListeners();
    this.on('error', () => {});
    if (await this.#isAsNew()) {
      this.unref();
      const others = keptOf(this.database).add(this);
      this.once('end', () => others.delete(this));
      callback();
    } else super.end(callback);
  }

  /** A busy or broken one is not kept. */
  async #isAsNew(): Promise<boolean> {
    if (!this.#isConnected || !this.readyForQuery) return false;
    return this.query(MAKE_NEW).then(
      () => true,
      () => false,
    );
  }

  destroy(): Promise<void> {
    return new Promise((resolve) => super.end(() => resolve()));
  }
}

function keptOf(database: string): Set<KeptClient> {
  const clients = kept.get(database) ?? new Set();
  kept.set(database, clients);
  return clients;
}

function takeClient(config: pg.ClientConfig): KeptClient {
  const client = new KeptClient(config);
  const clients = keptOf(client.database);
  const [first = client] = clients;
  clients.delete(first);
  return first;
}

/** In place of the class of a pool's clients: gives a kept one, or else a new one. */
export const KeptOrNewClient = takeClient as unknown as new () => pg.Client;

/** Resolves once the clients of ended pools are kept, or gone; returns how many there are of that database. */
export async function countKept(database: string): Promise<number> {
  await Promise.all(leaving);
  return keptOf(database).size;
}

/** Ends the clients of a database without a pool. */
export async function endKept(database: string): Promise<void> {
  const clients = [...keptOf(database)];
  keptOf(database).clear();
  await Promise.all(clients.map((client) => client.destroy()));
}
