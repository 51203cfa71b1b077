import { createHash } from 'node:crypto';
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
import type { ClientBase } from 'pg';
import type { Database } from './tables.ts';

/**
 * One transaction, seen from two sides: Kysely's builder (`tx.selectFrom(...)`, `` sql`...`.execute(tx) ``)
 * and the `pg` connection it runs on (`tx.client`: named statements, COPY). Both refuse to work once the
 * transaction is over, because the connection then belongs to somebody else.
 */
export class Tx extends Transaction<Database> {
  readonly #connection: TxConnection;

  constructor(connection: TxConnection) {
    super({ ...props, executor: baseExecutor.withConnectionProvider(connection) });
    this.#connection = connection;
  }

  get client(): ClientBase {
    return this.#connection.client;
  }

  /**
   * Runs a statement that each connection reads and plans once, where that takes longer than running it. PostgreSQL keeps
   * the plan only where it is as good for any values; each text of such a statement stays with each connection, so that
   * it must not hold what people type.
   */
  async prepared<Row>(statement: Statement<Row>): Promise<Row[]> {
    const { sql: text, parameters } = statement.compile(this);
    const { rows } = await this.client.query({ name: nameOf(text), text, values: [...parameters] });
    return rows as Row[];
  }

  /** Does work whose statements are all such as `prepared` takes: what goes through this transaction is prepared meanwhile. */
  async preparing<T>(work: () => Promise<T>): Promise<T> {
    this.#connection.prepares = true;
    return work().finally(() => {
      this.#connection.prepares = false;
    });
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

/** The checked-out connection of one `Tx`, until `end()`. */
export class TxConnection implements DatabaseConnection {
  readonly notices = new Map<string, Notice>();
  /** Whether statements that come from Kysely are prepared. */
  prepares = false;
  readonly #client: ClientBase;
  #isOver = false;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  get client(): ClientBase {
    if (this.#isOver) throw new Error('This transaction is over: something in it was not awaited.');
    return this.#client;
  }

  end(): void {
    this.#isOver = true;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(this);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters } = query;
    const result = await this.client.query({
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
