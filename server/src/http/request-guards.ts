import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cleanForwardedFor } from '../access/caller-address.ts';
import type { Config } from '../config.ts';
import { ADDRESS_TOO_LONG } from './error-answers.ts';
import { checkHost, type HostRefusal, namesTwoHosts } from './known-hosts.ts';

const COMPRESSED = 'Send the body as it is, without compression.';
const YEAR_SECONDS = 31_536_000;
// Far more than the names of one server; callers may write them in many ways.
const HOSTS_REMEMBERED = 1000;

/** Firefox paths stand in addresses, and Fastify's own limit is 100. */
export const MAX_PARAM_LENGTH = 8192;

/** What holds for every request, whatever it asks for: its host, its origin, its encoding, and what may keep the answer. */
export function guardRequests(app: FastifyInstance, config: Config): void {
  // Each call of a connection names the same host, and to judge a name costs more than most else that is asked of a call.
  const rightHosts = new Set<string | undefined>();
  app.addHook('onRequest', async (request, reply) => {
    // Answers hold what is a user's own: nothing between here and the browser keeps them.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (config.proxies > 0) cleanForwardedFor(request.raw);
    if (config.proxies > 0 && schemeOf(request) === 'https')
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
    const { host, origin } = request.headers;
    if (origin !== undefined || !rightHosts.has(host) || namesTwoHosts(request.raw)) {
      const refusal = refuseHost(app, config, request.raw);
      if (refusal) return reply.code(refusal.status).send({ error: refusal.error });
      if (rightHosts.size < HOSTS_REMEMBERED) rightHosts.add(host);
    }
    // Fastify says so of a route alone, and with the pages built one of them takes whatever no other does.
    if (hasLongPart(request.url)) return reply.code(414).send({ error: ADDRESS_TOO_LONG });
    // A few bytes of it may stand for gigabytes.
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return reply.code(415).send({ error: COMPRESSED });
  });
}

/** How a caller came, as our proxies say; whatever else they say is http. */
export function schemeOf({ protocol }: FastifyRequest): 'http' | 'https' {
  return protocol === 'https' ? 'https' : 'http';
}

function hasLongPart(url: string): boolean {
  if (url.length <= MAX_PARAM_LENGTH) return false;
  const [path = ''] = url.split('?', 1);
  return path.split('/').some((part) => decoded(part).length > MAX_PARAM_LENGTH);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The same check of host and origin for what does not come through Fastify: live connections. */
export function refuseHost(
  app: FastifyInstance,
  config: Config,
  request: Parameters<typeof checkHost>[0],
): HostRefusal | undefined {
  const { host, hosts, origins } = config;
  return checkHost(request, { host, hosts, origins, ports: portsOf(app) });
}

const listening = new WeakMap<FastifyInstance, number[]>();

/** They stay the same once it listens, and the system need not be asked with each request. */
function portsOf(app: FastifyInstance): number[] {
  const known = listening.get(app);
  if (known) return known;
  // A socket file in place of a port has a name, and no host to compare.
  const ports = app.addresses().flatMap((address) => (typeof address === 'string' ? [] : [address.port]));
  if (ports.length > 0) listening.set(app, ports);
  return ports;
}
