import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Breakpoints, Verdict } from './breakpoints.ts';
import type { Breakpoint } from './plan.ts';

/** The proxy's view of one scene, found by the first part of the path. */
interface ProxiedScene {
  breakpoints: Breakpoints;
  /** The server for this call; undefined while there is none. */
  server(): string | undefined;
  /** Called with the deliveries that an agent was given. */
  onGiven(deliveries: GivenDelivery[]): void;
  personOf(token: string): string | undefined;
}

export interface GivenDelivery {
  token: string;
  recipient: string;
}

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

interface Answered {
  status: number;
  type: string | null;
  retryAfter: string | null;
  body: Buffer;
}

interface CallBreakpoints {
  before?: Breakpoint;
  after?: Breakpoint;
}

const WORK = /^\/api\/agent\/work$/;
const OF_DELIVERY = /^\/api\/agent\/deliveries\/([^/]+)\/(begin|result)$/;

export interface FaultyProxy {
  /** The address of the servers for a scene's programs. */
  urlOf(scene: string): string;
  add(name: string, scene: ProxiedScene): void;
  close(): void;
}

/**
 * A proxy between the agents and owners of all scenes and the servers. It breaks calls as a scene's breakpoints say.
 */
export async function startProxy(): Promise<FaultyProxy> {
  const scenes = new Map<string, ProxiedScene>();
  const proxy = createServer((request, response) => {
    serve(scenes, request, response).catch(() => request.socket.destroy());
  });
  // No timeout: a caller may be stopped meanwhile.
  proxy.requestTimeout = 0;
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    add: (name, scene) => scenes.set(name, scene),
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

async function serve(
  scenes: Map<string, ProxiedScene>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
  const scene = scenes.get(name);
  if (!scene) return void request.socket.destroy();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const asked = await readCall(request, { path, name });
  const isAgent = path.startsWith('/api/agent/');
  const [, token, kind] = OF_DELIVERY.exec(path) ?? [];
  const breakpoints = isAgent ? breakpointsOf(path, kind) : {};
  const person = token === undefined ? undefined : scene.personOf(token);

  const anyTime = isAgent ? scene.breakpoints.takeNextCall() : 'pass';
  const before = breakpoints.before
    ? await scene.breakpoints.pass({ breakpoint: breakpoints.before, person })
    : anyTime;
  if (before === 'drop') return void request.socket.destroy();
  // A call that was sent continues when its sender breaks off.
  const passOn = () => forward(scene, asked, before === 'pass' ? gone.signal : undefined);
  if (before === 'cut') {
    void passOn().catch(() => {});
    return void request.socket.destroy();
  }
  const copy = before === 'double' ? passOn() : undefined;
  copy?.catch(() => {});
  const answer = await passOn();
  const given = WORK.test(path) ? readGiven(answer) : [];
  scene.onGiven(given);
  const isAtBreakpoint = breakpoints.after === 'given' ? given.length > 0 : answer.status === 200;
  const after =
    breakpoints.after && isAtBreakpoint
      ? await scene.breakpoints.pass({ breakpoint: breakpoints.after, person: person ?? given[0]?.recipient })
      : 'pass';
  // A copy that was delayed for long arrives now.
  if (after === 'double') void forward(scene, asked, undefined).catch(() => {});
  reply(response, answer, after);
}

function breakpointsOf(path: string, kind: string | undefined): CallBreakpoints {
  if (kind === 'begin') return { before: 'asked', after: 'granted' };
  if (kind === 'result') return { before: 'told', after: 'answered' };
  return WORK.test(path) ? { after: 'given' } : {};
}

async function readCall(request: IncomingMessage, { path, name }: { path: string; name: string }) {
  const headers: Record<string, string> = { 'x-forwarded-for': addressOf(name) };
  for (const header of ['authorization', 'content-type'] as const) {
    const value = request.headers[header];
    if (value) headers[header] = value;
  }
  const asked: Asked = { method: request.method ?? 'GET', path, headers, body: await buffer(request) };
  return asked;
}

/** Each scene calls from an address of its own, so that none uses up another one's sign-ins. */
function addressOf(name: string): string {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0);
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

async function forward(
  scene: ProxiedScene,
  { method, path, headers, body }: Asked,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const server = scene.server();
  if (!server) throw new Error('No server is there.');
  const answer = await fetch(`${server}${path}`, {
    method,
    headers,
    ...(body.length > 0 && { body }),
    ...(signal && { signal }),
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    retryAfter: answer.headers.get('retry-after'),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

function readGiven({ status, body }: Answered): GivenDelivery[] {
  return status === 200 ? (JSON.parse(body.toString()) as { deliveries: GivenDelivery[] }).deliveries : [];
}

function reply(response: ServerResponse, { status, type, retryAfter, body }: Answered, after: Verdict): void {
  if (after === 'drop') return void response.destroy();
  response.writeHead(status, {
    ...(type && { 'content-type': type }),
    ...(retryAfter && { 'retry-after': retryAfter }),
    'content-length': body.length,
  });
  if (after !== 'cut') return void response.end(body);
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}
