import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from './tables.ts';

type QueryConfig = Pick<pg.QueryConfig, 'name' | 'text' | 'values'>;

/**
 * One transaction seen from two sides: Kysely's builder (`tx.selectFrom(...)`,
 * `` sql`...`.execute(tx) ``) and the `pg` connection it runs on (`tx.query`: named statements). Both refuse to work once
 * it is over, because the connection then belongs to somebody else.
 */
export class Tx extends Transaction<Database> {
  readonly #connection: TxConnection;

  constructor(connection: TxConnection) {
    super({ ...props, executor: baseExecutor.withConnectionProvider(connection) });
    this.#connection = connection;
  }

  /** One statement of pg's. */
  // biome-ignore lint/suspicious/noExplicitAny: what the columns hold is the statement's affair, as pg has it.
  query<Row extends pg.QueryResultRow = any>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return this.#connection.query<Row>(
      typeof statement === 'string' ? { text: statement, ...(values && { values }) } : statement,
    );
  }

  /**
   * Runs a statement that each connection reads and plans once, where that takes longer than running it. PostgreSQL keeps
   * the plan only where it is as good for any values; each text of such a statement stays with each connection, so that
   * it must not hold what people type.
   */
  async prepared<Row>(statement: Statement<Row>): Promise<Row[]> {
    const { sql: text, parameters } = statement.compile(this);
    const { rows } = await this.#connection.query({ name: nameOf(text), text, values: [...parameters] });
    return rows as Row[];
  }

  /** Does work whose statements are all such as `prepared` takes: what goes through this transaction is prepared meanwhile. */
  async preparing<T>(work: () => Promise<T>): Promise<T> {
    this.#connection.prepares = true;
    return work().finally(() => {
      this.#connection.prepares = false;
    });
  }

  /** Sends rows, as COPY reads them, to a `copy … from stdin`. */
  copyIn(text: string, rows: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#connection.copyIn(text, rows);
  }

  /** Tells whoever listens on the channel, with the commit and only then; the same words once. */
  notify(channel: string, payload: string): void {
    this.#connection.notices.set(`${channel} ${payload}`, { channel, payload });
  }
}

/** A statement of Kysely's, in SQL or by its builder. */
interface Statement<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>;
}

// A prepared statement's name stands for the same text on every connection.
const NAMES = new Map<string, string>();

function nameOf(text: string): string {
  const known = NAMES.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  NAMES.set(text, name);
  return name;
}

interface Notice {
  channel: string;
  payload: string;
}

const OVER = 'This transaction is over: something in it was not awaited.';

/** The checked-out connection of one `Tx`, until `end()`. */
export class TxConnection implements DatabaseConnection {
  readonly notices = new Map<string, Notice>();
  /** Whether statements that come from Kysely are prepared. */
  prepares = false;
  readonly #client: pg.ClientBase;
  readonly #opening: string;
  #isOpen = false;
  #isRefused = false;
  #isAsked = false;
  #isOver = false;

  /** `opening` begins the transaction and sets its role and user, in one message before the first statement. */
  constructor(client: pg.ClientBase, opening: string) {
    this.#client = client;
    this.#opening = opening;
  }

  /** Whether there is a transaction to commit or to roll back. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the database refused to set the role or the user. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  end(): void {
    this.#isOver = true;
  }

  query<Row extends pg.QueryResultRow>(config: QueryConfig): Promise<pg.QueryResult<Row>> {
    return this.#ask(() => this.#client.query<Row>(config));
  }

  copyIn(text: string, rows: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#ask(() => pipeline(rows, this.#client.query(copyFrom(text))));
  }

  /** One at a time, and none before the database has confirmed role and user. */
  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error(OVER);
    if (this.#isAsked) throw new Error('This transaction has not answered its last statement yet: await it.');
    this.#isAsked = true;
    try {
      await this.#open();
      return await ask();
    } finally {
      this.#isAsked = false;
    }
  }

  async #open(): Promise<void> {
    if (this.#isRefused) throw new Error('This transaction was refused.');
    if (this.#isOpen) return;
    this.#isOpen = true;
    try {
      await this.#client.query(this.#opening);
    } catch (error) {
      this.#isRefused = true;
      throw error;
    }
    if (this.#isOver) throw new Error(OVER);
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(this);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters } = query;
    const result = await this.query<R & pg.QueryResultRow>({
      ...(this.prepares && { name: nameOf(text) }),
      text,
      values: [...parameters],
    });
    return {
      rows: result.rows,
      ...(result.command !== 'SELECT' && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
    };
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; a long result is read in pages.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read a long result in pages by its key.');
  }
}

const dialect = new PostgresDialect({
  pool: async () => {
    throw new Error('A transaction has its connection already.');
  },
});
const props = { config: { dialect }, dialect, driver: dialect.createDriver() };
const baseExecutor = new DefaultQueryExecutor(new PostgresQueryCompiler(), new PostgresAdapter(), {
  provideConnection: () => {
    throw new Error('Only a transaction provides a connection.');
  },
});
