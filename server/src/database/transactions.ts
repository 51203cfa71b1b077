import pg from 'pg';
import type { Log } from '../log.ts';
import { currentActor } from './actor.ts';
import { prove } from './audit-key.ts';
import type { Guard } from './guarded-query.ts';
import { Tx, TxConnection } from './transaction.ts';

/** Takes an effect (an event, waking a poll) that may happen only once the transaction is committed. */
export type AfterCommit = (effect: () => void) => void;

type Work<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>;
type Reading<T> = (tx: Tx) => Promise<T>;

// What only looks tokens up has a role of its own, which sees sessions and their users.
const TOKEN_PURPOSES = new Set(['token check', 'live sessions', 'find_session']);

/**
 * The only ways to the data, as a user or as the system. `as…` runs `work` in one transaction and rolls it back when it
 * throws. `readAs…` runs each statement of `work` by itself, in a transaction that can only read, and spares the messages
 * that open and close one: no statement sees less than in a common transaction, for each would have a snapshot of its own
 * there too, but a lock that one takes is gone with it. `callAsSystem` calls one function of the database
 * (server/functions), which is a transaction by itself and takes one message to the database; its plans are made once for
 * each connection. See docs/decisions/0006-row-level-security-and-two-kinds-of-transaction.md.
 */
export interface Transactions {
  /** As that user: row-level security hides everybody else's rows, by a role that cannot bypass it. */
  asUser<T>(user_id: number, work: Work<T>): Promise<T>;
  readAsUser<T>(user_id: number, work: Reading<T>): Promise<T>;
  /**
   * As the server itself, for work that spans users or precedes signing in, by a role that sees every row and
   * cannot change the schema. The purpose is shown as the connection's application_name while it runs, so that a
   * long transaction can be traced to its cause.
   */
  asSystem<T>(purpose: string, work: Work<T>): Promise<T>;
  readAsSystem<T>(purpose: string, work: Reading<T>): Promise<T>;
  /** One function of the database (server/functions) as the server itself; its name stands for the purpose. */
  callAsSystem<T>(name: string, args: unknown[]): Promise<T>;
  /** Adds a line to the audit log that no trigger writes, signed for its transaction. */
  noteInAuditLog(tx: Tx, line: AuditLine): Promise<void>;
}

/** A change of many rows, as the audit log tells it (docs/behaviour.md#audit-log). */
interface AuditLine {
  user_id: number;
  kind: string;
  subject_id: number;
  subject_name: string;
  after: Record<string, unknown>;
}

/**
 * Opens them on a pool each, whose connections can then become nobody else; or both on one pool, where a
 * DATABASE_URL gives a single login.
 */
export function openTransactions({
  pool,
  systemPool = pool,
  auditKey,
  log,
}: {
  pool: pg.Pool;
  systemPool?: pg.Pool;
  /** Proves to the audit log who makes a change. */
  auditKey: Buffer;
  log: Log;
}): Transactions {
  const nobody = new Map<string, string>();
  return {
    async asUser(user_id, work) {
      requireUserId(user_id);
      return inTransaction({ pool, log, work, guard: asUser(user_id, auditKey) });
    },
    async readAsUser(user_id, work) {
      requireUserId(user_id);
      return reading({ pool, work, guard: readAsUser(user_id) });
    },
    async asSystem(purpose, work) {
      return inTransaction({ pool: systemPool, log, work, guard: asSystem(purpose, auditKey) });
    },
    async readAsSystem(purpose, work) {
      return reading({ pool: systemPool, work, guard: readAsSystem(purpose) });
    },
    async callAsSystem(name, args) {
      const role = systemRole(name);
      const proof = nobody.get(role) ?? proveActor(auditKey, { role, user_id: '', actor: '' });
      nobody.set(role, proof);
      return callFunction(systemPool, { role, name, args, proof });
    },
    async noteInAuditLog(tx, line) {
      const { rows } = await tx.query<{ id: string }>('select pg_current_xact_id()::text as id');
      const told = JSON.stringify(line);
      await tx.query('select audit_note($1, $2)', [told, prove(auditKey, ['line', `${rows[0]?.id}`, told])]);
    },
  };
}

function proveActor(key: Buffer, { role, user_id, actor }: { role: string; user_id: string; actor: string }) {
  return prove(key, ['actor', role, user_id, actor]);
}

function requireUserId(user_id: number): void {
  if (!Number.isSafeInteger(user_id) || user_id <= 0)
    throw new TypeError(`${user_id} is not the id of a user.`);
}

const systemRole = (purpose: string) =>
  TOKEN_PURPOSES.has(purpose) ? 'pigeonpost_token' : 'pigeonpost_system';

/**
 * The role is taken first, because the function is called for the row that taking it gives. Planning the statements of
 * a function takes several times as long as running them, so their plans are generic; and because such a plan stays
 * while the tables grow, none reads a whole table that was small when it was made.
 */
async function callFunction<T>(
  pool: pg.Pool,
  call: { role: string; name: string; args: unknown[]; proof: string },
): Promise<T> {
  const { role, name, args, proof } = call;
  const { rows } = await pool.query<{ answer: T }>({
    name: `${role} ${name}`,
    text: `with caller as materialized (select set_config('role', '${role}', true),
        set_config('app.actor_proof', $${args.length + 1}, true), set_config('plan_cache_mode', 'force_generic_plan', true),
        set_config('enable_seqscan', 'off', true), set_config('enable_mergejoin', 'off', true),
        set_config('enable_hashjoin', 'off', true))
      select ${name}(${args.map((_, index) => `$${index + 1}`).join()}) as answer from caller`,
    values: [...args, proof],
  });
  return rows[0]?.answer as T;
}

/** Calls a function of the database within a transaction. */
export async function callWithin<T>(tx: Tx, name: string, args: unknown[]): Promise<T> {
  const text = `select ${name}(${args.map((_, index) => `$${index + 1}`).join()}) as answer`;
  const { rows } = await tx.query<{ answer: T }>({ name, text, values: args });
  return rows[0]?.answer as T;
}

const BEGIN: Guard = { name: 'begin', text: 'begin', values: [] };
const USER = `set_config('role', 'pigeonpost_user', true), set_config('app.user_id', $1, true)`;
const SYSTEM = `set_config('role', $1, true), set_config('application_name', $2, true)`;
const READ = `set_config('transaction_read_only', 'on', true)`;

const asUser = (user_id: number, key: Buffer): Guard => {
  const of_user = String(user_id);
  const actor = currentActor();
  return {
    name: 'as user',
    text: `select ${USER}, set_config('app.actor', $2, true), set_config('app.actor_proof', $3, true)`,
    values: [of_user, actor, proveActor(key, { role: 'pigeonpost_user', user_id: of_user, actor })],
  };
};

const readAsUser = (user_id: number): Guard => ({
  name: 'read as user',
  text: `select ${READ}, ${USER}`,
  values: [String(user_id)],
});

const asSystem = (purpose: string, key: Buffer): Guard => {
  const role = systemRole(purpose);
  const actor = currentActor();
  return {
    name: 'as system',
    text: `select ${SYSTEM}, set_config('app.actor', $3, true), set_config('app.actor_proof', $4, true)`,
    values: [role, `pigeonpost: ${purpose}`, actor, proveActor(key, { role, user_id: '', actor })],
  };
};

const readAsSystem = (purpose: string): Guard => ({
  name: 'read as system',
  text: `select ${READ}, ${SYSTEM}`,
  values: [systemRole(purpose), `pigeonpost: ${purpose}`],
});

async function inTransaction<T>(options: {
  pool: pg.Pool;
  log: Log;
  work: Work<T>;
  guard: Guard;
}): Promise<T> {
  const { pool, log, work, guard } = options;
  const effects: (() => void)[] = [];
  const client = await pool.connect();
  const connection = new TxConnection(client, { guards: [BEGIN, guard], before: 'first' });
  let result: T;
  try {
    result = await work(new Tx(connection), (effect) => effects.push(effect));
    connection.end();
    await commit(client, connection);
  } catch (error) {
    connection.end();
    await rollBackAndRelease(client, connection);
    throw error;
  }
  client.release();
  for (const effect of effects) runEffect(effect, log);
  return result;
}

async function reading<T>({
  pool,
  work,
  guard,
}: {
  pool: pg.Pool;
  work: Reading<T>;
  guard: Guard;
}): Promise<T> {
  const client = await pool.connect();
  const connection = new TxConnection(client, { guards: [guard], before: 'each' });
  try {
    return await work(new Tx(connection));
  } finally {
    connection.end();
    client.release(connection.isRefused);
  }
}

/** What is to be told goes in the same message: it costs no round trip of its own. */
async function commit(client: pg.PoolClient, { isOpen, notices }: TxConnection): Promise<void> {
  const told = [...notices.values()].map(
    ({ channel, payload }) => `select pg_notify(${pg.escapeLiteral(channel)}, ${pg.escapeLiteral(payload)});`,
  );
  if (!isOpen) {
    if (told.length > 0) await client.query(told.join(''));
    return;
  }
  const { command } = lastOf(await client.query(`${told.join('')}commit`));
  // PostgreSQL answers the commit of a failed transaction with a quiet rollback.
  if (command !== 'COMMIT') {
    throw new Error(
      'A statement of this transaction failed and its error was swallowed: nothing was written.',
    );
  }
}

/** Several statements in one message have a result each. */
function lastOf(results: pg.QueryResult | pg.QueryResult[]): pg.QueryResult {
  return Array.isArray(results) ? (results.at(-1) as pg.QueryResult) : results;
}

async function rollBackAndRelease(client: pg.PoolClient, connection: TxConnection): Promise<void> {
  try {
    if (connection.isOpen) await client.query('rollback');
    client.release(connection.isRefused);
  } catch {
    client.release(true);
  }
}

function runEffect(effect: () => void, log: Log): void {
  try {
    effect();
  } catch (err) {
    log.error({ err }, 'An effect that follows a commit failed; what was committed is kept.');
  }
}
