import type { CallDefinition, CallName } from '@pigeonpost/contract/call';
import { DEFAULT_BODY_LIMIT } from '@pigeonpost/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, asActor } from '../database/actor.ts';
import type { Tx } from '../database/transaction.ts';
import type { AfterCommit } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';
import { authorize } from '../features/auth/authenticate.ts';
import { type CallerMemory, createCallerMemory } from '../features/auth/caller-memory.ts';
import { limitBodyTime } from './body-time.ts';
import { type OpenBulkReader, readBulkBodies } from './bulk-body.ts';
import { checkInput } from './check-input.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { tooMany } from './errors.ts';
import type { Caller, Routes } from './handler.ts';
import { limitBulkCalls } from './limit-bulk-calls.ts';
import { parseInput } from './parse-input.ts';

type Calls = Record<CallName, CallDefinition>;
type LooseHandler = (context: Record<string, unknown>) => Promise<unknown>;
type Work = (tx: Tx, afterCommit: AfterCommit) => Promise<unknown>;

interface Mounted {
  name: string;
  call: CallDefinition;
  route: unknown;
}

// Sign-in and registration cost a password hash each; everything else is cheap or behind a token.
const PUBLIC_CALLS_A_MINUTE = 120;
const BODY_TIME_MS = 30_000;
// The pool has 20 connections: whatever a user's calls wait for, they never hold all of them.
const CALLS_OF_A_USER = 8;
const WAITING_CALLS_OF_A_USER = 200;
const TOO_MANY_AT_ONCE = 'Too many calls at the same time. Please wait a moment and try again.';

/** Mounts a feature's handlers at the addresses that the contract gives its calls. */
type Mount = <C extends Calls, BulkBody>(feature: { calls: C; routes: Routes<C, BulkBody> }) => void;

/** What mounts the features of one server. */
export function createMount(app: FastifyInstance, deps: Deps): Mount {
  const answer = createAnswerer(deps);
  const memory = createCallerMemory(deps);
  return (feature) => {
    for (const [name, call] of Object.entries<CallDefinition>(feature.calls)) {
      const mounted = { name, call, route: (feature.routes as Record<string, unknown>)[name] };
      if (!call.bulk) mountCall(app, deps, mounted, { answer, memory });
      else
        app.register(async (bulkApp) => {
          readBulkBodies(bulkApp, (mounted.route as { openReader: OpenBulkReader<unknown> }).openReader);
          mountCall(bulkApp, deps, mounted, { answer, memory });
        });
    }
  };
}

type Answerer = ReturnType<typeof createAnswerer>;

function mountCall(
  app: FastifyInstance,
  deps: Deps,
  mounted: Mounted,
  { answer, memory }: { answer: Answerer; memory: CallerMemory },
): void {
  const { name, call } = mounted;
  const [method = '', path = ''] = name.split(' ');
  const callers = new WeakMap<FastifyRequest, Caller>();
  const checksSession = (mounted.route as { checksSession?: true }).checksSession === true;
  const enterBulkCall = call.bulk && limitBulkCalls(call.bulk);
  const bodyTime = (call.bulk && call.timeLimitMs) || BODY_TIME_MS;
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: call.bodyLimit ?? DEFAULT_BODY_LIMIT,
    ...(call.access === 'public' && {
      config: { rateLimit: { max: PUBLIC_CALLS_A_MINUTE, timeWindow: '1 minute' } },
    }),
    // Before the body is read: a call without a token costs nothing.
    async onRequest(request) {
      if (call.access === 'public') return;
      const caller = await memory.find(bearerOf(request), { checksSession });
      callers.set(request, await authorize(deps, { access: call.access, caller, call: name, request }));
    },
    async preParsing(request, reply, payload) {
      const caller = callers.get(request);
      if (enterBulkCall && caller) await enterBulkCall(caller.user.id, reply);
      return limitBodyTime({ request, reply, payload }, { clock: deps.clock, milliseconds: bodyTime });
    },
    async preValidation(request) {
      // An agent reports what its machine has; an import judges its names one by one.
      const texts = call.access !== 'agent' && !call.bulk;
      if (!call.bulk) checkInput(request.body, { texts });
      checkInput(request.query, { texts });
    },
    async handler(request, reply) {
      const caller = callers.get(request);
      const ask = () => answer(mounted, { request, reply, caller });
      try {
        const result = await (method === 'GET' ? ask() : asActor(actorOf(caller, request), ask));
        // A reply is awaited like a promise and gives nothing once it is sent.
        if (reply.sent) return reply;
        return reply.code(call.status ?? 200).send(shapeAnswer(call, result));
      } catch (error) {
        if (checksSession && (error as { status?: number }).status === 401)
          memory.forgetToken(bearerOf(request));
        throw error;
      }
    },
  });

  function actorOf(caller: Caller | undefined, request: FastifyRequest): Actor {
    const who = caller && { user_id: caller.user.id, username: caller.user.username };
    return { ...who, address: request.ip, at: deps.clock.now() };
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function createAnswerer(deps: Deps) {
  const limit = new ConcurrencyLimit<number>({
    concurrency: CALLS_OF_A_USER,
    maxWaiting: WAITING_CALLS_OF_A_USER,
  });
  // Not async: a poll waits in here, and each function that waits with it keeps a frame.
  return (
    { name, call, route }: Mounted,
    made: { request: FastifyRequest; reply: FastifyReply; caller: Caller | undefined },
  ): Promise<unknown> => {
    const { caller } = made;
    const input = { ...made, ...parseInput(call, made.request) };
    const kinds = typeof route === 'function' ? { usual: route } : (route as Record<string, unknown>);
    const { usual, ownTransactions, acrossUsersForAdmins, writes } = kinds as Record<string, LooseHandler>;
    if (ownTransactions) return ownTransactions(input);
    const handler = usual ?? acrossUsersForAdmins ?? writes;
    if (!handler) throw new Error(`${call.summary} has no handler.`);
    const onlyReads = name.startsWith('GET ') && !writes;
    const work: Work = (tx, afterCommit) => handler({ ...input, tx, afterCommit });
    const read = (tx: Tx) => handler({ ...input, tx });
    const asSystem = () =>
      onlyReads ? deps.readAsSystem(call.summary, read) : deps.asSystem(call.summary, work);
    if (caller === undefined) return asSystem();
    const { id, role } = caller.user;
    const asUser = () => (onlyReads ? deps.readAsUser(id, read) : deps.asUser(id, work));
    const spansUsers = call.access === 'admin' || (acrossUsersForAdmins !== undefined && role === 'admin');
    return withinLimit(id, spansUsers ? asSystem : asUser);
  };

  async function withinLimit(user_id: number, ask: () => Promise<unknown>): Promise<unknown> {
    const release = await limit.acquire(user_id);
    if (!release) throw tooMany(TOO_MANY_AT_ONCE, 1);
    return ask().finally(release);
  }
}

function shapeAnswer(call: CallDefinition, answer: unknown): unknown {
  // Undeclared fields are stripped; an answer that breaks the contract is the server's fault, a 500.
  return call.response.parse(answer);
}
