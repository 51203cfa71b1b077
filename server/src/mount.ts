import type { CallDefinition, CallName } from '@pigeonpost/contract/call';
import { DEFAULT_BODY_LIMIT } from '@pigeonpost/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Deps } from './deps.ts';
import { badRequest, notFound } from './errors.ts';
import { admit } from './features/auth/authenticate.ts';
import type { Caller, Routes } from './http.ts';

type Calls = Record<CallName, CallDefinition>;
type LooseHandler = (context: Record<string, unknown>) => Promise<unknown>;

// Sign-in and registration cost a password hash each; everything else is cheap or behind a token.
const PUBLIC_CALLS_A_MINUTE = 120;
// A list in a body may hold thousands of them.
const FAULTS_TOLD = 100;

/** Mounts a feature's handlers at the addresses that the contract gives its calls. */
export function mountCalls<C extends Calls>(
  app: FastifyInstance,
  deps: Deps,
  feature: { calls: C; routes: Routes<C> },
): void {
  for (const [name, call] of Object.entries(feature.calls) as [keyof C & CallName, CallDefinition][]) {
    const [method = '', path = ''] = name.split(' ');
    const callers = new WeakMap<FastifyRequest, Caller>();
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
        callers.set(request, await admit(deps, { access: call.access, token: bearerOf(request) }));
      },
      async handler(request, reply) {
        const caller = callers.get(request);
        const input = { ...parseInput(call, request), request, reply, caller };
        const answer = await answerCall(deps, { call, input, caller, route: feature.routes[name] });
        return answer === reply ? reply : reply.code(call.status ?? 200).send(shapeAnswer(call, answer));
      },
    });
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

async function answerCall(
  deps: Deps,
  {
    call,
    input,
    caller,
    route,
  }: { call: CallDefinition; input: object; caller: Caller | undefined; route: unknown },
): Promise<unknown> {
  if (typeof route === 'object' && route !== null && 'ownTransactions' in route)
    return (route.ownTransactions as LooseHandler)({ ...input });
  const handler = route as LooseHandler;
  if (caller === undefined || call.access === 'admin')
    return deps.asSystem(call.summary, (tx, afterCommit) => handler({ ...input, tx, afterCommit }));
  return deps.asUser(caller.user.id, (tx, afterCommit) => handler({ ...input, tx, afterCommit }));
}

function parseInput(call: CallDefinition, request: FastifyRequest) {
  const params = call.params?.safeParse(request.params);
  // An address that no id could have is an address where nothing is.
  if (params?.success === false) throw notFound('Not found');
  return {
    params: params?.data,
    query: call.query && parsePart(call.query, request.query),
    body: call.body && parsePart(call.body, request.body ?? {}),
  };
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues.slice(0, FAULTS_TOLD))
    fields[path.join('.')] ??= message;
  throw badRequest(parsed.error.issues[0]?.message ?? 'This input is not valid', { fields });
}

// Said where the contract's own schema has no words: a wrong type, a missing field of a script.
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const path = issue.path?.join('.');
  return path ? `${path} is missing or not valid` : 'The body must be a JSON object';
}

function shapeAnswer(call: CallDefinition, answer: unknown): unknown {
  // Undeclared fields are stripped; an answer that breaks the contract is our fault, a 500.
  return call.response.parse(answer);
}
