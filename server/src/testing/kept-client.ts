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

/** Undoes what a test may have done to a connection. What it has learned of tables and functions stays. */
const MAKE_NEW =
  'rollback; reset role; reset all; unlisten *; close all; discard temp; select pg_advisory_unlock_all()';

/** By database, those that no pool has. */
const kept = new Map<string, Set<KeptClient>>();
/** Those that pools have just given up. */
const leaving = new Set<Promise<void>>();

/**
 * A connection that stays when its pool ends, for the next pool on that database: starting one and teaching it tables
 * and functions takes much of a test's processor time. While no pool has it, it keeps no process alive.
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

  /** One that is at work, or was cut off, is not kept. */
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

/** In place of the class of a pool's clients: gives one that is kept, or else a new one. */
export const KeptOrNewClient = takeClient as unknown as new () => pg.Client;

/** Resolves once those that ended pools had are kept, or gone; gives how many there are of that database. */
export async function countKept(database: string): Promise<number> {
  await Promise.all(leaving);
  return keptOf(database).size;
}

/** Ends those of a database that no pool has. */
export async function endKept(database: string): Promise<void> {
  const clients = [...keptOf(database)];
  keptOf(database).clear();
  await Promise.all(clients.map((client) => client.destroy()));
}
