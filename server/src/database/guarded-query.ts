import pg from 'pg';

/** A statement that must have run before a query may: it opens the query's transaction, or says in whose name it runs. */
export interface Guard {
  /** Each connection reads and plans the text of a name once. */
  name: string;
  text: string;
  values: string[];
}

export type QueryConfig = Pick<pg.QueryConfig, 'name' | 'text' | 'values'>;

/** The part of pg's own query and connection that is needed here; its types leave these out. */
interface PgQuery {
  name: string | undefined;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  submit(connection: pg.Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}

interface PgConnection {
  parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: string[] }): void;
  execute(portal: object): void;
}

const PgQuery = pg.Query as unknown as new (config: QueryConfig & { queryMode: 'extended' }) => PgQuery;

/**
 * A query and its guards, sent as one message. PostgreSQL skips all that follows a statement that failed, up to the end
 * of the message: a query whose guard is refused never runs.
 */
export class GuardedQuery<Row extends pg.QueryResultRow> extends PgQuery {
  readonly #guards: readonly Guard[];
  readonly #name: string | undefined;
  #passed = 0;

  constructor(config: QueryConfig, guards: readonly Guard[]) {
    super({ ...config, queryMode: 'extended' });
    this.#guards = guards;
    this.#name = config.name;
  }

  /** Whether the database has taken every guard, so that only the query itself is left. */
  get isPassed(): boolean {
    return this.#passed === this.#guards.length;
  }

  /** Runs it, once; the database's error is the query's own where `isPassed`. */
  async run(client: pg.ClientBase): Promise<pg.QueryResult<Row>> {
    const answer = new Promise<pg.QueryResult<Row>>((resolve, reject) => {
      this.callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult<Row>));
    });
    client.query(this as pg.Submittable);
    return answer.catch((error: Error) => {
      // Its stack leads to the socket, not to who asked.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  override submit(connection: pg.Connection): Error | null {
    connection.stream.cork();
    try {
      for (const guard of this.#guards) sendGuard(connection as unknown as PgConnection, guard);
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
      // By its name the client would take the first guard that PostgreSQL has read for the query.
      if (!this.isPassed) this.name = undefined;
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.isPassed) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.isPassed) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.#passed++;
    if (this.isPassed) this.name = this.#name;
  }
}

function sendGuard(connection: PgConnection, { name, text, values }: Guard): void {
  if (connection.parsedStatements[name] === undefined) {
    connection.parse({ name, text });
    connection.parsedStatements[name] = text;
  }
  connection.bind({ statement: name, values });
  connection.execute({});
}
