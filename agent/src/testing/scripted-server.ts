import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { AgentRequest, AnsweringServer, Delivery } from '@pigeonpost/contract/calls/agent-protocol';

/** The scripted server's identity, and the user that the agent works for. */
export const SCRIPTED_SERVER: AnsweringServer = {
  id: '0b51e0a7-51d6-4d66-9c3f-2f2b0a6d1c11',
  epoch: 1,
  mark: 0,
};
export const SCRIPTED_OWNER = { server_id: SCRIPTED_SERVER.id, user_id: 1 };

/** The answer to an agent that enrols or was confirmed. */
export const ENROLLED = {
  agent_token: 'agent-token',
  agent_id: 1,
  user: { id: SCRIPTED_OWNER.user_id, username: 'owner' },
  server: SCRIPTED_SERVER,
};

interface ScriptedCall {
  /** The call's name in the contract, with the values in the address: 'POST /api/agent/work'. */
  name: string;
  /** The last part of the address: 'begin', 'result', 'work'. */
  kind: string;
  /** The delivery's token or the id in the address. */
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they sent.
  body: any;
  authorization: string | undefined;
}

export interface ScriptedAnswer {
  status?: number;
  body?: object;
  /** The call arrives, and its answer is lost. */
  lost?: true;
}

type Answer = (call: ScriptedCall) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

/** A stand-in for the Pigeonpost server that hands out the test's deliveries and answers as scripted. */
export interface ScriptedServer {
  url: string;
  calls: ScriptedCall[];
  /** Queues a delivery; it is handed out to a call that offers its profile. */
  give(delivery: Partial<Delivery> & { profile: Delivery['profile'] }): Delivery;
  ask(request: AgentRequest): void;
  /** Overrides the answer of this kind of call, as long as the function gives one. */
  on(kind: string, answer: Answer): void;
  /** Resolves with the calls of a kind for a delivery or request, once there are this many. */
  waitFor(kind: string, of: { token: string } | { id: number }, count?: number): Promise<ScriptedCall[]>;
  /** Resolves once a call has made this true. */
  until(isTrue: () => boolean): Promise<void>;
  /** The reported outcomes of a delivery. */
  outcomesOf(delivery: Delivery): string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on a free port, with an empty queue. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const line: Delivery[] = [];
  const given = new Map<string, Delivery>();
  const requests: AgentRequest[] = [];
  /** Handed out, but neither begun nor ended. */
  const out = { deliveries: new Map<string, Delivery>(), requests: new Map<number, AgentRequest>() };
  const calls: ScriptedCall[] = [];
  const scripts = new Map<string, Answer>();
  const sockets = new Set<Socket>();
  let wake = Promise.withResolvers<void>();
  const nudge = () => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };

  function takeBack(holding: { deliveries: string[]; requests: number[] }): void {
    for (const [token, delivery] of out.deliveries) {
      if (!holding.deliveries.includes(token) && out.deliveries.delete(token)) line.push(delivery);
    }
    for (const [id, request] of out.requests) {
      if (!holding.requests.includes(id) && out.requests.delete(id)) requests.push(request);
    }
  }

  async function work({ body }: ScriptedCall, isGone: () => boolean): Promise<object> {
    if (body.holding) takeBack(body.holding);
    const until = performance.now() + body.wait_seconds * 1000;
    while (!isGone()) {
      const free = new Set<string>(body.profile_paths);
      const deliveries = line
        .filter(({ profile }) => free.delete(profile.profile_path))
        .slice(0, body.capacity);
      for (const delivery of deliveries) line.splice(line.indexOf(delivery), 1);
      const asked = requests.splice(0);
      for (const delivery of deliveries) out.deliveries.set(delivery.token, delivery);
      for (const request of asked) out.requests.set(request.id, request);
      if (deliveries.length + asked.length > 0 || performance.now() >= until) {
        return { deliveries, requests: asked, server: SCRIPTED_SERVER };
      }
      await Promise.race([wake.promise, elapsed(until)]);
    }
    return { deliveries: [], requests: [], server: SCRIPTED_SERVER };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await read(request);
    calls.push(call);
    nudge();
    const released = call.kind === 'release' && given.get(call.id);
    if (released) line.push(released);
    if (['begin', 'release', 'result'].includes(call.kind)) out.deliveries.delete(call.id);
    if (call.kind === 'result') out.requests.delete(Number(call.id));
    const scripted = await scripts.get(call.kind)?.(call);
    const body =
      scripted?.body ?? (call.kind === 'work' ? await work(call, () => response.closed) : usual(call));
    if (scripted?.lost) return void request.socket.destroy();
    response.writeHead(scripted?.status ?? (call.kind === 'enrol' ? 201 : 200), {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void answer(request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const ofKind = (kind: string, id: string) => calls.filter((call) => call.kind === kind && call.id === id);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    give(part) {
      const delivery = { ...sample(), ...part };
      line.push(delivery);
      given.set(delivery.token, delivery);
      nudge();
      return delivery;
    },
    ask(request) {
      requests.push(request);
      nudge();
    },
    on: (kind, script) => void scripts.set(kind, script),
    async waitFor(kind, of, count = 1) {
      const id = String('token' in of ? of.token : of.id);
      while (ofKind(kind, id).length < count) await wake.promise;
      return ofKind(kind, id);
    },
    async until(isTrue) {
      while (!isTrue()) await wake.promise;
    },
    outcomesOf: ({ token }) => ofKind('result', token).map(({ body }) => body.outcome),
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      nudge();
    },
  };
}

async function read(request: IncomingMessage): Promise<ScriptedCall> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const name = `${request.method} ${request.url}`;
  const parts = (request.url ?? '').split('/').slice(3);
  return {
    name,
    kind: parts.length > 1 ? `${parts.at(-1)}` : `${parts[0]}`,
    id: parts[1] ?? '',
    body: text ? JSON.parse(text) : undefined,
    authorization: request.headers.authorization,
  };
}

function usual({ kind, body }: ScriptedCall): object {
  switch (kind) {
    case 'enrol':
      return ENROLLED;
    case 'begin':
      return { granted: true, grant_seconds: 60, mark: 1 };
    case 'result':
      return { recorded: true, state: body.outcome === 'unknown' ? 'uncertain' : body.outcome };
    case 'sign-in':
      return { insta_username: 'sender', insta_password: null };
    default:
      return {};
  }
}

function sample(): Omit<Delivery, 'profile'> {
  return {
    token: randomUUID(),
    campaign_id: 7,
    campaign_name: 'Spring',
    recipient_id: 8,
    recipient: 'anna',
    message: 'Hello anna,\nnews for you 🕊️',
    lease_seconds: 120,
    grant_number: 1,
  };
}

async function elapsed(until: number): Promise<void> {
  await new Promise((done) => setTimeout(done, Math.min(until - performance.now(), 200)).unref());
}

const OF_DELIVERY = ['campaign_id', 'recipient_id', 'server_id', 'recipient', 'profile_path', 'at', 'now'];

/** What a report says of the outcome, without what it says of the delivery. */
// biome-ignore lint/suspicious/noExplicitAny: a body as the server gets it.
export function outcomeIn(report: Record<string, any>): Record<string, any> {
  return Object.fromEntries(Object.entries(report).filter(([name]) => !OF_DELIVERY.includes(name)));
}
