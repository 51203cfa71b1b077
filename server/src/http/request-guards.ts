import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cleanForwardedFor } from '../access/caller-address.ts';
import type { Config } from '../config.ts';
import { ADDRESS_TOO_LONG } from './error-answers.ts';
import { checkHost, checkStopLinkHost, type HostRefusal, namesTwoHosts } from './known-hosts.ts';

const COMPRESSED = 'Send the body as it is, without compression.';
const YEAR_SECONDS = 31_536_000;
// Far more than the names of one server; callers may write them in many ways.
const HOSTS_REMEMBERED = 1000;

/** Firefox paths are part of addresses, and Fastify's own limit is 100. */
export const MAX_PARAM_LENGTH = 8192;

/** Checks of every request: its host, its origin, its encoding, and caching of the answer. */
export function guardRequests(app: FastifyInstance, config: Config): void {
  // Each call of a connection names the same host, and checking a name costs more than most other checks of a call.
  const rightHosts = new Set<string | undefined>();
  app.addHook('onRequest', async (request, reply) => {
    // Answers hold user data, so no cache between here and the browser may keep them.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (config.proxies > 0) cleanForwardedFor(request.raw);
    if (config.proxies > 0 && schemeOf(request) === 'https')
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
    const { host, origin } = request.headers;
    if (request.url.startsWith('/o/')) {
      const refusal = checkStopLinkHost(request.raw, { ...config, ports: portsOf(app) });
      if (refusal) return reply.code(refusal.status).send({ error: refusal.error });
    } else if (origin !== undefined || !rightHosts.has(host) || namesTwoHosts(request.raw)) {
      const refusal = refuseHost(app, config, request.raw);
      if (refusal) return reply.code(refusal.status).send({ error: refusal.error });
      if (rightHosts.size < HOSTS_REMEMBERED) rightHosts.add(host);
    }
    // Fastify checks this for a route only, and with built pages one route takes every other address.
    if (hasLongPart(request.url)) return reply.code(414).send({ error: ADDRESS_TOO_LONG });
    // A few compressed bytes may stand for gigabytes.
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return reply.code(415).send({ error: COMPRESSED });
  });
}

/** The caller's scheme, from our proxies; anything unknown is http. */
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

/** The same check of host and origin for live connections, which do not pass through Fastify. */
export function refuseHost(
  app: FastifyInstance,
  config: Config,
  request: Parameters<typeof checkHost>[0],
): HostRefusal | undefined {
  const { host, hosts, origins } = config;
  return checkHost(request, { host, hosts, origins, ports: portsOf(app) });
}

const listening = new WeakMap<FastifyInstance, number[]>();

/** They do not change once it listens, so the system is not asked with each request. */
function portsOf(app: FastifyInstance): number[] {
  const known = listening.get(app);
  if (known) return known;
  // A socket file in place of a port has a name, and no host to compare.
  const ports = app.addresses().flatMap((address) => (typeof address === 'string' ? [] : [address.port]));
  if (ports.length > 0) listening.set(app, ports);
  return ports;
}
