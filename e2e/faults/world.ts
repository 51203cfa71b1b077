import { appendFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectedDatabase, connectDatabase } from '@pigeonpost/server/database/connect';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@pigeonpost/server/database/embedded/start';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { readPostgresPid } from '../kills/run-database.ts';
import { until } from '../kills/until.ts';
import type { Child } from '../processes/child.ts';
import { type Reached, startServer } from '../processes/programs.ts';
import { type ScriptedBrowsers, startBrowsers } from './browsers.ts';
import { type FaultyProxy, startProxy } from './proxy.ts';
import { type SiteServer, startSites } from './site.ts';
import { keepTries } from './tries.ts';

export const ADMIN = { username: 'admin', password: 'lantern-hill-42' } as const;

const SERVERS = 2;
const KEEP_COMPILED =
  "data:text/javascript,import{flushCompileCache}from'node:module';setTimeout(flushCompileCache,1000).unref()";
const BACK_WITHIN_MS = 120_000;

/** A server of the run; `process` is undefined while it is dead. */
interface ServerPlace {
  process: Reached | undefined;
  /** One fault at a time. */
  turn: Promise<unknown>;
}

/**
 * What all scenes of a run share: PostgreSQL, two servers on it, a proxy before them, the scripted site and the
 * scripted browsers, in a folder of their own.
 */
export class World {
  readonly folder: string;
  readonly proxy: FaultyProxy;
  readonly sites: SiteServer;
  readonly browsers: ScriptedBrowsers;
  readonly database: ConnectedDatabase;
  readonly signal: AbortSignal;
  /** What is ended with the world: the agents that run. */
  readonly agents = new Set<Child>();
  /** What went wrong outside of any scene. */
  readonly problems: string[] = [];
  readonly #postgres: EmbeddedPostgres;
  readonly #servers: ServerPlace[] = Array.from({ length: SERVERS }, () => ({
    process: undefined,
    turn: Promise.resolve(),
  }));
  #postgresTurn: Promise<unknown> = Promise.resolve();
  #isEnding = false;

  static async open(signal: AbortSignal): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-faults-'));
    // PostgreSQL runs as another user when this runs as root, and has to get through.
    await chmod(folder, 0o711);
    await mkdir(join(folder, 'data'));
    // What is killed here is programs, never the machine: what they have written stays without waiting for the disk.
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      log: silentLog,
      listening: 'loopback',
      initdbArgs: ['--no-sync'],
      settings: { fsync: 'off', max_connections: '100' },
    });
    const database = await connectDatabase({ address: postgres.address, maxConnections: 6, log: silentLog });
    const [proxy, sites, browsers] = await Promise.all([
      startProxy(),
      startSites(),
      startBrowsers(join(folder, 'browser')),
    ]);
    const world = new World({ folder, postgres, database, proxy, sites, browsers, signal });
    try {
      // One after the other: the first one makes the tables.
      for (const place of world.#servers.keys()) {
        signal.throwIfAborted();
        await world.startServer(place);
      }
      await keepTries(database.pool);
      return world;
    } catch (error) {
      await world.end();
      await world.remove();
      throw error;
    }
  }

  private constructor(parts: {
    folder: string;
    postgres: EmbeddedPostgres;
    database: ConnectedDatabase;
    proxy: FaultyProxy;
    sites: SiteServer;
    browsers: ScriptedBrowsers;
    signal: AbortSignal;
  }) {
    this.folder = parts.folder;
    this.database = parts.database;
    this.proxy = parts.proxy;
    this.sites = parts.sites;
    this.browsers = parts.browsers;
    this.signal = parts.signal;
    this.#postgres = parts.postgres;
  }

  /** What every program is started with: what it compiled is kept for its next start, although it is killed. */
  get environment(): NodeJS.ProcessEnv {
    return {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(this.folder, 'compiled'),
      NODE_OPTIONS: `--import=${KEEP_COMPILED}`,
    };
  }

  /** One that runs, drawn by a number from 0 to 1; undefined while there is none. */
  serverFor(draw: number): string | undefined {
    const running = this.#servers.flatMap(({ process }) => (process ? [process.url] : []));
    return running[Math.floor(draw * running.length)];
  }

  /** Does something to a server while no other fault is done to it: given its process, and what starts it again. */
  async withServer(
    place: number,
    fault: (server: Reached, restart: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const server = this.#servers[place % SERVERS] as ServerPlace;
    const mine = server.turn.then(async () => {
      if (!server.process) await this.startServer(place);
      await fault(server.process as Reached, () => this.startServer(place));
    });
    server.turn = mine.catch(() => {});
    return mine;
  }

  async killServer(place: number): Promise<void> {
    const server = this.#servers[place % SERVERS] as ServerPlace;
    const dead = server.process;
    server.process = undefined;
    await dead?.kill();
  }

  async startServer(place: number): Promise<void> {
    const { host, port, user, password, database } = this.#postgres.address;
    const env = {
      ...this.environment,
      DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
      SECRET_KEY: 'ab'.repeat(32),
      ADMIN_PASSWORD: ADMIN.password,
      PORT: '0',
      PROXY: '1',
    };
    const server = this.#servers[place % SERVERS] as ServerPlace;
    // PostgreSQL may be the one that is away just now.
    const start = () => startServer(env, this.tell(`server${place % SERVERS}`)).catch(() => undefined);
    server.process = await until(start, { milliseconds: BACK_WITHIN_MS, signal: this.signal });
    if (!server.process) throw new Error('A server does not start again.');
    this.#watch(server, server.process, place);
  }

  /** A server that ends without being killed is wrong; it is started again, as whatever runs servers does. */
  #watch(server: ServerPlace, running: Reached, place: number): void {
    void running.ended.then(async (code) => {
      if (server.process !== running || this.#isEnding) return;
      server.process = undefined;
      this.problems.push(`Server ${place % SERVERS} ended by itself (${code}).`);
      await this.startServer(place);
    });
  }

  /** Does something to PostgreSQL while no other fault is done to it: given the processes it consists of. */
  async withPostgres(fault: (pids: { main: number; all: number[] }) => Promise<void>): Promise<void> {
    const mine = this.#postgresTurn.then(async () => {
      const main = await readPostgresPid(join(this.folder, 'data'));
      if (!main) throw new Error('PostgreSQL is not there.');
      await this.untilPostgresAnswers();
      const { rows } = await this.database.pool.query<{ pid: number }>('select pid from pg_stat_activity');
      await fault({ main, all: [main, ...rows.map(({ pid }) => pid)] });
      await this.untilPostgresAnswers();
    });
    this.#postgresTurn = mine.catch(() => {});
    return mine;
  }

  async untilPostgresAnswers(): Promise<void> {
    const ask = () =>
      this.database.pool.query('select').then(
        () => true,
        () => undefined,
      );
    if (!(await until(ask, { milliseconds: BACK_WITHIN_MS, signal: this.signal })))
      throw new Error('PostgreSQL was not started again.');
  }

  /** Writes the lines of a program between those of the others. */
  tell(name: string): (line: string) => void {
    return (line) => {
      const at = new Date().toISOString().slice(11, 23);
      appendFileSync(join(this.folder, 'run.log'), `${at} ${name.padEnd(10)} | ${line}\n`);
    };
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.agents].map((agent) => agent.kill()));
    await Promise.all(this.#servers.map(({ process }) => process?.end()));
    this.proxy.close();
    this.sites.close();
    await this.browsers.close();
    await this.database.close();
    await this.#postgres.stop();
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}
