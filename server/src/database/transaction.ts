import { pipeline } from 'node:stream/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { runStatement } from './run-statement.ts';
import type { Database } from './tables.ts';

/**
 * One transaction: Kysely's builder (`tx.selectFrom(...)`, `` sql`...`.execute(tx) ``), and `tx.query` for a text. It
 * refuses to work once it is over, because the connection then belongs to another one.
 */
export class Tx extends Transaction<Database> {
  readonly #connection: TxConnection;

  constructor(connection: TxConnection) {
    super({ ...props, executor: baseExecutor.withConnectionProvider(connection) });
    this.#connection = connection;
  }

  /** One statement as text. */
  // biome-ignore lint/suspicious/noExplicitAny: what the columns hold is the statement's affair, as pg has it.
  query<Row extends pg.QueryResultRow = any>(
    text: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    return this.#connection.query<Row>(text, values);
  }

  /** Sends rows in COPY's format to a `copy … from stdin`. */
  copyIn(text: string, rows: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#connection.copyIn(text, rows);
  }

  /** Notifies the channel with the commit, and only then; equal payloads once. */
  notify(channel: string, payload: string): void {
    this.#connection.notices.set(`${channel} ${payload}`, { channel, payload });
  }
}

interface Notice {
  channel: string;
  payload: string;
}

const OVER = 'This transaction is over: something in it was not awaited.';

/** The checked-out connection of one `Tx`, until `end()`. */
export class TxConnection implements DatabaseConnection {
  readonly notices = new Map<string, Notice>();
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

  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    return this.#ask(() => runStatement<Row>(this.#client, text, values));
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

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.query<R & pg.QueryResultRow>(text, [...parameters]);
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
