import { bodyLimitOf, type CallDefinition, type CallName } from '@pigeonpost/contract/call';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import { networkOf } from '../access/caller-address.ts';
import { createCallerMemory, type FindCaller } from '../access/caller-memory.ts';
import { type Actor, asActor } from '../database/actor.ts';
import type { Tx } from '../database/transaction.ts';
import type { AfterCommit } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';
import { limitBodyTime } from './bodies/body-time.ts';
import { type OpenBulkReader, readBulkBodies } from './bodies/bulk-body.ts';
import type { JsonBodyConfig } from './bodies/json-body.ts';
import type { CallPlaces } from './call-places.ts';
import { checkInput } from './check-input.ts';
import { limitCalls } from './limit-calls.ts';
import { limitWrites } from './limit-writes.ts';
import { parseInput } from './parse-input.ts';

type Calls = Record<CallName, CallDefinition>;
type LooseHandler = (context: Record<string, unknown>) => Promise<unknown>;
type Work = (tx: Tx, afterCommit: AfterCommit) => Promise<unknown>;

interface Mounted {
  name: string;
  call: CallDefinition;
  route: unknown;
}

// Sign-in and registration cost a password hash each; all other calls are cheap or need a token.
const PUBLIC_CALLS_A_MINUTE = 120;
const BODY_TIME_MS = 30_000;

/** Mounts a feature's handlers at the contract's addresses. */
type Mount = <C extends Calls>(feature: { calls: C; routes: { [Name in keyof C]: unknown } }) => void;

/** The mount function of one server. */
export function createMount(app: FastifyInstance, deps: Deps): Mount {
  const needs = {
    answer: createAnswerer(deps),
    findCaller: createCallerMemory(deps),
    limit: limitCalls(),
    writes: limitWrites(deps.clock),
  };
  return (feature) => {
    for (const [name, call] of Object.entries<CallDefinition>(feature.calls)) {
      const mounted = { name, call, route: feature.routes[name as keyof typeof feature.routes] };
      if (!call.bulk) mountCall(app, deps, mounted, needs);
      else
        app.register(async (bulkApp) => {
          readBulkBodies(bulkApp, (mounted.route as { openReader: OpenBulkReader<unknown> }).openReader);
          mountCall(bulkApp, deps, mounted, needs);
        });
    }
  };
}

interface Needs {
  answer: ReturnType<typeof createAnswerer>;
  findCaller: FindCaller;
  limit: ReturnType<typeof limitCalls>;
  writes: ReturnType<typeof limitWrites>;
}

function mountCall(
  app: FastifyInstance,
  deps: Deps,
  mounted: Mounted,
  { answer, findCaller, limit, writes }: Needs,
): void {
  const { name, call, route } = mounted;
  const [method = '', path = ''] = name.split(' ');
  const callers = new WeakMap<FastifyRequest, Caller>();
  const heldPlaces = new WeakMap<FastifyRequest, CallPlaces>();
  const enter = limit(call, { ownTransactions: 'ownTransactions' in (route as object) });
  const countWrite = writes(name, call);
  const checksSession = 'checksSession' in (route as object);
  const bodyTime = (call.bulk && call.timeLimitMs) || BODY_TIME_MS;
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(call),
    config: {
      valueLimit: call.valueLimit,
      ...(call.access === 'public' && {
        rateLimit: {
          max: PUBLIC_CALLS_A_MINUTE,
          timeWindow: '1 minute',
          keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
        },
      }),
    } satisfies JsonBodyConfig & FastifyContextConfig,
    // Before the body is read: a call without a token costs nothing.
    async onRequest(request) {
      if (call.access === 'public') return;
      const caller = await findCaller(bearerOf(request), { checksSession });
      const authorized = await authorize(deps, { access: call.access, caller, call: name, request });
      countWrite?.(authorized.user.id);
      callers.set(request, authorized);
    },
    async preParsing(request, reply, payload) {
      const caller = callers.get(request);
      const places = caller && (await enter({ user_id: caller.user.id, request, reply }));
      if (places) heldPlaces.set(request, places);
      return limitBodyTime({ request, reply, payload }, { clock: deps.clock, milliseconds: bodyTime });
    },
    async preValidation(request) {
      // Agents may send odd file names, imports validate per line: skip the text check.
      const texts = call.access !== 'agent' && !call.bulk;
      if (!call.bulk) checkInput(request.body, { texts });
      checkInput(request.query, { texts });
    },
    async handler(request, reply) {
      const caller = callers.get(request);
      const places = heldPlaces.get(request);
      const ask = () => answer(mounted, { request, reply, caller }, places);
      const result = await (method === 'GET' ? ask() : asActor(actorOf(caller, request), ask));
      // A reply is awaited like a promise and gives nothing once it is sent.
      if (reply.sent) return reply;
      return reply.code(call.status ?? 200).send(shapeAnswer(call, result));
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
  // Not async: a poll waits in here, and each async function around it keeps a frame.
  return (
    { name, call, route }: Mounted,
    made: { request: FastifyRequest; reply: FastifyReply; caller: Caller | undefined },
    places: CallPlaces | undefined,
  ): Promise<unknown> => {
    const { caller } = made;
    const input = { ...made, ...parseInput(call, made.request) };
    const kinds = (typeof route === 'function' ? {} : route) as Record<string, LooseHandler>;
    const { ownTransactions, acrossUsersForAdmins, writes } = kinds;
    if (ownTransactions && call.bulk && places) return places.workWithin(() => ownTransactions(input));
    if (ownTransactions) {
      // A poll waits for long, and must not delay another call's body.
      places?.leave();
      return ownTransactions(input);
    }
    const handler = typeof route === 'function' ? (route as LooseHandler) : (acrossUsersForAdmins ?? writes);
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
    const ask = spansUsers ? asSystem : asUser;
    return places ? places.workWithin(ask) : ask();
  };
}

function shapeAnswer(call: CallDefinition, answer: unknown): unknown {
  // Undeclared fields are stripped; an answer that breaks the contract is the server's fault, a 500.
  return call.response.parse(answer);
}
