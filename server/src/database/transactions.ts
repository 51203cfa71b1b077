import pg from 'pg';
import type { Log } from '../log.ts';
import { currentActor } from './actor.ts';
import { prove } from './audit-key.ts';
import { type EngineStep, KEEP_PLANS, takeStep } from './engine/engine-step.ts';
import { runStatement } from './run-statement.ts';
import { Tx, TxConnection } from './transaction.ts';

/** Takes an effect (an event, waking a poll) that may happen only after the commit. */
export type AfterCommit = (effect: () => void) => void;

type Work<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>;
type Reading<T> = (tx: Tx) => Promise<T>;

// Token look-ups have their own role, which sees only sessions and their users.
const TOKEN_PURPOSES = new Set(['token check', 'live sessions', 'find_session']);

/**
 * The only ways to the data, as a user or as the system. `as…` runs `work` in one transaction and rolls it back when it
 * throws; `readAs…` does so in a read-only one. `callAsSystem` calls one function of the database (server/functions), which is
 * a transaction by itself and takes one message to the database; its plans are made once for each connection.
 * See docs/decisions/0006-row-level-security-and-two-kinds-of-transaction.md.
 */
export interface Transactions {
  /** As that user: row-level security hides other users' rows, by a role that cannot bypass it. */
  asUser<T>(user_id: number, work: Work<T>): Promise<T>;
  readAsUser<T>(user_id: number, work: Reading<T>): Promise<T>;
  /**
   * As the server itself, for work that spans users or precedes signing in, by a role that sees every row and cannot
   * change the schema. The purpose is the connection's application_name while it runs, so that a long transaction can
   * be traced to its cause.
   */
  asSystem<T>(purpose: string, work: Work<T>): Promise<T>;
  readAsSystem<T>(purpose: string, work: Reading<T>): Promise<T>;
  /** One function of the database (server/functions) as the server itself; its name is the purpose. */
  callAsSystem<T>(name: string, args: unknown[]): Promise<T>;
  /**
   * A step of the engine that reads, decides here, and writes (engine-step.ts), on connections that have planned it
   * (docs/scaling.md#connections).
   */
  takeStep<T>(purpose: string, work: (step: EngineStep) => Promise<T>): Promise<T>;
  /** Adds a line to the audit log that no trigger writes, signed for its transaction. */
  noteInAuditLog(tx: Tx, line: AuditLine): Promise<void>;
}

/** A change of many rows in the audit log (docs/behaviour.md#audit-log). */
interface AuditLine {
  user_id: number;
  kind: string;
  subject_id: number | null;
  subject_name: string | null;
  after: Record<string, unknown>;
}

/**
 * Opens them on a pool each, whose connections can become only their own roles; or all on one pool, if a test gives no
 * other.
 */
export function openTransactions({
  pool,
  systemPool = pool,
  enginePool = systemPool,
  auditKey,
  log,
}: {
  pool: pg.Pool;
  systemPool?: pg.Pool;
  enginePool?: pg.Pool;
  /** Signs the actor of a change for the audit log. */
  auditKey: Buffer;
  log: Log;
}): Transactions {
  const nobody = new Map<string, string>();
  const proofOf = (role: string): string => {
    const proof = nobody.get(role) ?? proveActor(auditKey, { role, user_id: '', actor: '' });
    nobody.set(role, proof);
    return proof;
  };
  return {
    async asUser(user_id, work) {
      requireUserId(user_id);
      return inTransaction({ pool, log, work, opening: openAsUser(user_id, auditKey) });
    },
    async readAsUser(user_id, work) {
      requireUserId(user_id);
      return reading({ pool, work, opening: openReading({ role: USER_ROLE, 'app.user_id': `${user_id}` }) });
    },
    async asSystem(purpose, work) {
      return inTransaction({ pool: systemPool, log, work, opening: openAsSystem(purpose, auditKey) });
    },
    async readAsSystem(purpose, work) {
      return reading({
        pool: systemPool,
        work,
        opening: openReading({ ...systemSettings(purpose), ...NO_TESTS }),
      });
    },
    async callAsSystem(name, args) {
      const role = systemRole(name);
      return callFunction(systemPool, { role, name, args, proof: proofOf(role) });
    },
    takeStep: (purpose, work) => takeStep({ pool: enginePool, opening: openStep(purpose, proofOf) }, work),
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

/** Lets a new connection plan the steps of the engine, as the role that takes them. */
export async function prepareSteps(client: pg.ClientBase): Promise<void> {
  await callFunction(client, {
    role: systemRole('prepare_steps'),
    name: 'prepare_steps',
    args: [],
    proof: '',
  });
}

/** The role is set first, because the function is called for the row that setting it returns. */
async function callFunction<T>(
  connection: Pick<pg.ClientBase, 'query'>,
  call: { role: string; name: string; args: unknown[]; proof: string },
): Promise<T> {
  const { role, name, args, proof } = call;
  const { rows } = await runStatement<{ answer: T }>(
    connection,
    `with caller as materialized (select set_config('role', '${role}', true),
        set_config('app.actor_proof', $${args.length + 1}, true), ${KEEP_PLANS})
      select ${name}(${args.map((_, index) => `$${index + 1}`).join()}) as answer from caller`,
    [...args, proof],
  );
  return rows[0]?.answer as T;
}

/** Calls a function of the database within a transaction. */
export async function callWithin<T>(tx: Tx, name: string, args: unknown[]): Promise<T> {
  const text = `select ${name}(${args.map((_, index) => `$${index + 1}`).join()}) as answer`;
  const { rows } = await tx.query<{ answer: T }>(text, args);
  return rows[0]?.answer as T;
}

const USER_ROLE = 'pigeonpost_user';

/** As the system, only what reads for people is kept from seeing tests (docs/engine.md#tests). */
const NO_TESTS = { 'app.shows_tests': 'off' };

/** Says that this version puts nobody into a list again who was erased (docs/behaviour.md#erasing-a-person). */
const KEEPS_ERASED = { 'app.keeps_erased': 'on' };

/** The settings of a transaction, in order. */
type Settings = Record<string, string>;

const systemSettings = (purpose: string): Settings => ({
  role: systemRole(purpose),
  application_name: `pigeonpost: ${purpose}`,
});

function openAsUser(user_id: number, key: Buffer): string {
  const settings = { role: USER_ROLE, 'app.user_id': `${user_id}`, ...KEEPS_ERASED };
  return openTransaction('begin', {
    ...settings,
    ...actorSettings(key, { role: USER_ROLE, user_id: `${user_id}` }),
  });
}

function openAsSystem(purpose: string, key: Buffer): string {
  const settings = systemSettings(purpose);
  return openTransaction('begin', {
    ...settings,
    ...actorSettings(key, { role: systemRole(purpose), user_id: '' }),
  });
}

/** A step has no actor. */
const openStep = (purpose: string, proofOf: (role: string) => string): string =>
  openTransaction('begin', {
    ...systemSettings(purpose),
    'app.actor_proof': proofOf(systemRole(purpose)),
  });

const openReading = (settings: Settings): string => openTransaction('begin read only', settings);

function actorSettings(key: Buffer, who: { role: string; user_id: string }): Settings {
  const actor = currentActor();
  return { 'app.actor': actor, 'app.actor_proof': proveActor(key, { ...who, actor }) };
}

/** One message. If a setting is refused, PostgreSQL refuses every later statement of the transaction. */
function openTransaction(begin: string, settings: Settings): string {
  const sets = Object.entries(settings).map(
    ([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`,
  );
  return [begin, ...sets].join('; ');
}

async function inTransaction<T>(options: {
  pool: pg.Pool;
  log: Log;
  work: Work<T>;
  opening: string;
}): Promise<T> {
  const { pool, log, work, opening } = options;
  const effects: (() => void)[] = [];
  const client = await pool.connect();
  const connection = new TxConnection(client, opening);
  let result: T;
  try {
    result = await work(new Tx(connection), (effect) => effects.push(effect));
    connection.end();
    await commit(client, connection);
  } catch (error) {
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
  opening,
}: {
  pool: pg.Pool;
  work: Reading<T>;
  opening: string;
}): Promise<T> {
  const client = await pool.connect();
  const connection = new TxConnection(client, opening);
  try {
    return await work(new Tx(connection));
  } finally {
    // Nothing was written, so nothing waits for the end.
    void rollBackAndRelease(client, connection);
  }
}

/** Notifications go in the same message, without their own round trip. */
async function commit(client: pg.PoolClient, { isOpen, notices }: TxConnection): Promise<void> {
  const told = [...notices.values()].map(
    ({ channel, payload }) => `select pg_notify(${pg.escapeLiteral(channel)}, ${pg.escapeLiteral(payload)});`,
  );
  if (!isOpen) {
    if (told.length > 0) await client.query(told.join(''));
    return;
  }
  const { command } = lastOf(await client.query(`${told.join('')}commit`));
  // PostgreSQL answers the commit of a failed transaction with a silent rollback.
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
  connection.end();
  try {
    if (connection.isOpen && !connection.isRefused) await client.query('rollback');
    client.release(connection.isRefused);
  } catch {
    client.release(true);
  }
}

function runEffect(effect: () => void, log: Log): void {
  try {
    effect();
  } catch (err) {
    log.error({ err }, 'An effect after a commit failed; the commit is kept.');
  }
}
