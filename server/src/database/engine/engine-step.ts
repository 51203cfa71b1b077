import pg from 'pg';

/**
 * Settings for the functions of the engine, as columns of a select. Planning their statements takes 1 to 4 ms, running
 * them 0.6, so a plan is made once and kept for all values. It stays while tables grow, so it must not scan a whole table
 * that was small when it was made. Every caller of these functions sets this, because they share a connection's plans.
 */
export const KEEP_PLANS = `set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_hashjoin', 'off', true)`;

type Value = string | number | boolean | null;

/** One transaction of the engine. Its functions (server/functions) are called one after the other. */
export interface EngineStep {
  /** Calls a function; the first call opens the transaction, in the same message to the database. */
  call<T>(name: string, args: Value[]): Promise<T>;
  /** Calls a function and commits, in one message: nothing more can be called. */
  commit<T>(name: string, args: Value[]): Promise<T>;
}

/**
 * Runs `work` in one transaction that is opened by these statements, and rolled back if it throws. What it did not commit
 * itself is committed after it.
 */
export async function takeStep<T>(
  { pool, opening }: { pool: pg.Pool; opening: string },
  work: (step: EngineStep) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const transaction = { isOpen: false, isOver: false };

  /** The last statement's answer; of several in one message each has a result. */
  async function send<A>(text: string, isLast: boolean): Promise<A> {
    if (transaction.isOver) throw new Error('This step of the engine is over.');
    const message = `${transaction.isOpen ? '' : `${opening}; select ${KEEP_PLANS}; `}${text}${isLast ? '; commit' : ''}`;
    transaction.isOpen = true;
    const results = [await client.query(message)].flat() as pg.QueryResult<{ answer: A }>[];
    transaction.isOver = isLast;
    return results.at(isLast ? -2 : -1)?.rows[0]?.answer as A;
  }

  try {
    const result = await work({
      call: (name, args) => send(show(name, args), false),
      commit: (name, args) => send(show(name, args), true),
    });
    if (transaction.isOpen && !transaction.isOver) await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

const show = (name: string, args: Value[]): string => `select ${name}(${args.map(literal).join()}) as answer`;

/** The function's own types say what a text is. */
function literal(value: Value): string {
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}
