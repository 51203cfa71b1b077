import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpError } from './errors.ts';
import { checkHost, type HostRefusal } from './known-hosts.ts';

const COMPRESSED = 'Send the body as it is, without compression.';
const YEAR_SECONDS = 31_536_000;
// Far more than the names of one server; callers may write them in many ways.
const HOSTS_REMEMBERED = 1000;

/** What holds for every request, whatever it asks for: its host, its origin, its encoding, and what may keep the answer. */
export function guardRequests(app: FastifyInstance, config: Config): void {
  // Each call of a connection names the same host, and to judge a name costs more than most else that is asked of a call.
  const rightHosts = new Set<string | undefined>();
  app.addHook('onRequest', async (request, reply) => {
    // Answers hold what is a user's own: nothing between here and the browser keeps them.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (config.proxies > 0 && request.protocol === 'https')
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
    const { host, origin } = request.headers;
    if (origin !== undefined || !rightHosts.has(host)) {
      const refusal = refuseHost(app, config, request.raw);
      if (refusal) throw new HttpError(refusal.status, { error: refusal.error });
      if (rightHosts.size < HOSTS_REMEMBERED) rightHosts.add(host);
    }
    // A few bytes of it may stand for gigabytes.
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw new HttpError(415, { error: COMPRESSED });
  });
}

/** The same check of host and origin for what does not come through Fastify: live connections. */
export function refuseHost(
  app: FastifyInstance,
  config: Config,
  request: Parameters<typeof checkHost>[0],
): HostRefusal | undefined {
  return checkHost(request, { host: config.host, hosts: config.hosts, ports: portsOf(app) });
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
