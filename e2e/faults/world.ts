import { appendFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProcess } from '@pigeonpost/agent/firefox/process-table';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@pigeonpost/server/database/embedded/start';
import { type ConnectedDatabase, connectDatabase } from '@pigeonpost/server/database/opening/connect';
import { isDatabaseAway } from '@pigeonpost/server/database/outage';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { readPostgresPid } from '../kills/run-database.ts';
import { until } from '../kills/until.ts';
import type { Child } from '../processes/child.ts';
import { type ScriptedBrowsers, startBrowsers } from './browsers.ts';
import { judgeGrants } from './judge-grants.ts';
import { type FaultyProxy, startProxy } from './proxy.ts';
import { Servers } from './servers.ts';
import { type SiteServer, startSites } from './site.ts';
import { keepTries } from './tries.ts';

export const ADMIN = { username: 'admin', password: 'lantern-hill-42' } as const;

const KEEP_COMPILED =
  "data:text/javascript,import{flushCompileCache}from'node:module';setTimeout(flushCompileCache,1000).unref()";
const BACK_WITHIN_MS = 120_000;
const NOT_STARTED_AGAIN = 'PostgreSQL was not started again.';

/**
 * The shared parts of a run: PostgreSQL, two servers, a proxy before them, the scripted site and the scripted browsers,
 * in a folder of their own.
 */
export class World {
  readonly folder: string;
  readonly proxy: FaultyProxy;
  readonly sites: SiteServer;
  readonly browsers: ScriptedBrowsers;
  readonly database: ConnectedDatabase;
  readonly servers: Servers;
  readonly signal: AbortSignal;
  /** The running agents, which end with the world. */
  readonly agents = new Set<Child>();
  /** Problems outside of any scene. */
  readonly problems: string[] = [];
  readonly #postgres: EmbeddedPostgres;
  #postgresTurn: Promise<unknown> = Promise.resolve();

  static async open(signal: AbortSignal): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-faults-'));
    // As root, PostgreSQL runs as another user, which needs access to this folder.
    await chmod(folder, 0o711);
    await mkdir(join(folder, 'data'));
    // Only programs are killed, never the machine: written data stays without waiting for the disk.
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      log: silentLog,
      listening: 'loopback',
      initdbArgs: ['--no-sync'],
      settings: { fsync: 'off', max_connections: '200' },
    });
    const database = await connectDatabase({ address: postgres.address, maxConnections: 6, log: silentLog });
    const [proxy, sites, browsers] = await Promise.all([
      startProxy(),
      startSites(),
      startBrowsers(join(folder, 'browser')),
    ]);
    const world = new World({ folder, postgres, database, proxy, sites, browsers, signal });
    try {
      await world.servers.startAll();
      await keepTries(database.pool);
      await judgeGrants(database.pool);
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
    const { host, port, user, password, database } = parts.postgres.address;
    this.servers = new Servers({
      environment: {
        ...this.environment,
        DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
        ADMIN_PASSWORD: ADMIN.password,
      },
      pool: this.database.pool,
      signal: this.signal,
      tell: (name, line) => this.tell(name)(line),
      onProblem: (problem) => this.problems.push(problem),
    });
  }

  /** The environment of every program: its compile cache survives kills. */
  get environment(): NodeJS.ProcessEnv {
    return {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(this.folder, 'compiled'),
      NODE_OPTIONS: `--import=${KEEP_COMPILED}`,
    };
  }

  /** Runs a fault on PostgreSQL while no other fault does; it gets the process ids. */
  async withPostgres(fault: (pids: { main: number; all: number[] }) => Promise<void>): Promise<void> {
    const mine = this.#postgresTurn.then(async () => {
      await fault(await this.#findPostgres());
      await this.untilPostgresAnswers();
    });
    this.#postgresTurn = mine.catch(() => {});
    return mine;
  }

  /** The running PostgreSQL. A killed one answers a little longer, and its file still names it. */
  async #findPostgres(): Promise<{ main: number; all: number[] }> {
    const look = async () => {
      const main = await readPostgresPid(join(this.folder, 'data'));
      if (main === undefined || !(await findProcess(main))) return undefined;
      const activity = this.database.pool.query<{ pid: number }>('select pid from pg_stat_activity');
      const answer = await activity.catch(() => undefined);
      return answer && { main, all: [main, ...answer.rows.map(({ pid }) => pid)] };
    };
    const found = await until(look, { milliseconds: BACK_WITHIN_MS, signal: this.signal });
    if (!found) throw new Error(NOT_STARTED_AGAIN);
    return found;
  }

  /** Repeats work that PostgreSQL did not answer because it was killed, or because a lock was held for too long. */
  async untilDatabaseAnswers<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.signal.throwIfAborted();
        if (!isDatabaseAway(error) && !isRefusalOfPostgres(error)) throw error;
        await this.untilPostgresAnswers();
      }
    }
  }

  async untilPostgresAnswers(): Promise<void> {
    const ask = () =>
      this.database.pool.query('select').then(
        () => true,
        () => undefined,
      );
    if (!(await until(ask, { milliseconds: BACK_WITHIN_MS, signal: this.signal })))
      throw new Error(NOT_STARTED_AGAIN);
  }

  /** Writes the lines of a program between those of the others. */
  tell(name: string): (line: string) => void {
    return (line) => {
      const at = new Date().toISOString().slice(11, 23);
      appendFileSync(join(this.folder, 'run.log'), `${at} ${name.padEnd(10)} | ${line}\n`);
    };
  }

  async end(): Promise<void> {
    await Promise.all([...this.agents].map((agent) => agent.kill()));
    await this.servers.end();
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

/** Any of PostgreSQL's own errors, except those about a wrong statement. */
const isRefusalOfPostgres = (error: unknown) =>
  error instanceof Error && 'severity' in error && !/^42/.test(String((error as NodeJS.ErrnoException).code));
