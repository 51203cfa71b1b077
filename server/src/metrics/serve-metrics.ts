import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { checkHost } from '../http/known-hosts.ts';
import { explainListenError } from '../listen-error.ts';
import type { Metrics } from './metrics.ts';
import { CONTENT_TYPE } from './registry.ts';

const LOOPBACK = '127.0.0.1';
const PLAIN = { 'content-type': 'text/plain' };

/** Serves the metrics on this machine, at their own port. Throws StartError if it is taken. */
export async function listenForMetrics(
  port: number,
  metrics: Metrics,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    // A page of another site whose name points here must not read them either.
    const refusal = checkHost(request, { host: LOOPBACK, hosts: [], origins: [], ports: [portOf(server)] });
    if (refusal) return void response.writeHead(refusal.status, PLAIN).end(`${refusal.error}\n`);
    const isAsked = request.method === 'GET' && request.url === '/metrics';
    response.writeHead(isAsked ? 200 : 404, {
      'content-type': isAsked ? CONTENT_TYPE : PLAIN['content-type'],
    });
    response.end(isAsked ? metrics.render() : 'Not found\n');
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening').catch((error) => {
    throw explainListenError(error, { host: LOOPBACK, port, setting: 'METRICS_PORT' });
  });
  return {
    url: `http://${LOOPBACK}:${portOf(server)}/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** GET /metrics for callers with the token; without METRICS_TOKEN there is no such address. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  if (token === undefined) return;
  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization, `Bearer ${token}`))
      return reply.code(401).send({ error: 'Send the METRICS_TOKEN of this server as a bearer token.' });
    return reply.type(CONTENT_TYPE).send(metrics.render());
  });
}

/** Counts every answer by the call's name in the contract; pages and other requests are `other`. */
export function measureAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions;
    const call = url?.startsWith('/api/') ? `${request.method} ${url}` : 'other';
    metrics.answered(call, reply.statusCode, reply.elapsedTime / 1000);
  });
}

function isSame(given: string | undefined, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given ?? ''), hash(wanted));
}
