import { otherVersion } from '@pigeonpost/server/testing/other-version';
import type pg from 'pg';
import { until } from '../kills/until.ts';
import { type Reached, startServer } from '../processes/programs.ts';

/** How many servers a run has. */
export const SERVERS = 2;
const BACK_WITHIN_MS = 120_000;
/** The version of the run itself, whose own queries call its functions. */
const FIRST_VERSION = 1;
const READY_LIMIT_MS = 5_000;
const AGE_FUNCTIONS = `do $$ declare name text; begin
  for name in select nspname from pg_namespace where nspname ~ '^functions_' loop
    execute format('comment on schema %I is %L', name,
      regexp_replace(obj_description(name::regnamespace, 'pg_namespace'), '\\S+$', '2001-01-01T00:00:00.000Z'));
  end loop;
end $$`;

/** A server of the run; `process` is undefined while it is killed. */
interface ServerPlace {
  process: Reached | undefined;
  /** The previous server, while it serves beside its replacement. */
  before: Reached | undefined;
  /** Servers of different versions have different functions. */
  version: number;
  /** Serialises faults. */
  turn: Promise<unknown>;
}

interface ServersOptions {
  /** The environment of each server. */
  environment: NodeJS.ProcessEnv;
  pool: pg.Pool;
  signal: AbortSignal;
  tell: (name: string, line: string) => void;
  onProblem: (problem: string) => void;
}

/** The servers of a run, by place. */
export class Servers {
  readonly #options: ServersOptions;
  readonly #servers: ServerPlace[] = Array.from({ length: SERVERS }, () => ({
    process: undefined,
    before: undefined,
    version: FIRST_VERSION,
    turn: Promise.resolve(),
  }));
  #newestVersion = FIRST_VERSION;
  #isEnding = false;

  constructor(options: ServersOptions) {
    this.#options = options;
  }

  /** One after the other: the first one makes the tables. */
  async startAll(): Promise<void> {
    for (const place of this.#servers.keys()) {
      this.#options.signal.throwIfAborted();
      await this.start(place);
    }
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#running.map((server) => server.end()));
  }

  /** A running one, chosen by a number from 0 to 1; undefined while there is none. */
  addressFor(draw: number): string | undefined {
    const running = this.#running;
    return running[Math.floor(draw * running.length)]?.url;
  }

  get #running(): Reached[] {
    return this.#servers.flatMap(({ process, before }) =>
      [process, before].filter((one) => one !== undefined),
    );
  }

  /** Runs a fault on a server while no other fault does: it gets the process, and a function that restarts it. */
  async withServer(
    place: number,
    fault: (server: Reached, restart: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const server = this.#servers[place % SERVERS] as ServerPlace;
    const mine = server.turn.then(async () => {
      if (!server.process) await this.start(place);
      await fault(server.process as Reached, () => this.start(place));
    });
    server.turn = mine.catch(() => {});
    return mine;
  }

  async kill(place: number): Promise<void> {
    const server = this.#servers[place % SERVERS] as ServerPlace;
    const dead = server.process;
    server.process = undefined;
    await dead?.kill();
  }

  /**
   * Starts a server of another version beside the one of this place, and ends that one after a while: a newer version,
   * or the given one, as on the way back. All running servers must be ready meanwhile.
   */
  async replace(
    place: number,
    { version = ++this.#newestVersion, meanwhile }: { version?: number; meanwhile: () => Promise<unknown> },
  ): Promise<void> {
    const server = this.#servers[place % SERVERS] as ServerPlace;
    server.before = server.process;
    server.version = version;
    try {
      await this.start(place);
      await meanwhile();
      await this.#untilReady();
    } finally {
      const { before } = server;
      server.before = undefined;
      await before?.end();
    }
  }

  versionOf(place: number): number {
    return (this.#servers[place % SERVERS] as ServerPlace).version;
  }

  /** Other faults may keep a server or PostgreSQL from answering for a while. */
  async #untilReady(): Promise<void> {
    const isReady = async ({ url }: Reached) => {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_LIMIT_MS) }).catch(
        () => {},
      );
      return answer?.ok === true;
    };
    const look = async () =>
      (await Promise.all(this.#running.map(isReady))).every(Boolean) ? true : undefined;
    if (!(await until(look, { milliseconds: BACK_WITHIN_MS, signal: this.#options.signal })))
      this.#options.onProblem('A server does not become ready beside one of another version.');
  }

  /**
   * Ages the functions by a month without a server start: the next start drops every version that is not in use. A
   * ready server keeps its own.
   */
  async ageFunctions(): Promise<void> {
    await this.#untilReady();
    await this.#options.pool.query(AGE_FUNCTIONS);
  }

  async start(place: number): Promise<void> {
    const server = this.#servers[place % SERVERS] as ServerPlace;
    const { environment, tell } = this.#options;
    const { NODE_OPTIONS } = environment;
    const isOther = server.version > FIRST_VERSION;
    const env = {
      ...environment,
      ...(isOther && { NODE_OPTIONS: `${NODE_OPTIONS} --import=${otherVersion(String(server.version))}` }),
      SECRET_KEY: 'ab'.repeat(32),
      PORT: '0',
      PROXY: '1',
    };
    // PostgreSQL may be away just now.
    const start = () =>
      startServer(env, (line) => tell(`server${place % SERVERS}`, line)).catch(() => undefined);
    server.process = await until(start, { milliseconds: BACK_WITHIN_MS, signal: this.#options.signal });
    if (!server.process) throw new Error('A server does not start again.');
    this.#watch(server, server.process, place);
  }

  /** A server that ends without being killed is a problem; it is restarted, as a service manager does. */
  #watch(server: ServerPlace, running: Reached, place: number): void {
    void running.ended.then(async (code) => {
      const isBefore = server.before === running;
      if ((server.process !== running && !isBefore) || this.#isEnding) return;
      this.#options.onProblem(`Server ${place % SERVERS} ended by itself (${code}).`);
      if (isBefore) server.before = undefined;
      else {
        server.process = undefined;
        await this.start(place);
      }
    });
  }
}
