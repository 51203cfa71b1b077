import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';

/** Where browsers open their live connections. */
const LIVE_PATH = '/socket.io/';
const NOT_FOUND = JSON.stringify(notFound('Not found').body);

const refused = new WeakSet<IncomingMessage>();

/**
 * Tells Node which requests for another protocol to take: those of live connections. Every other one comes as a request
 * like any other. Left to the live connections, it would be closed without an answer, or not at all, and a proxy would
 * think that the server is dead.
 */
export function takesUpgrade(request: IncomingMessage): boolean {
  if (request.url?.startsWith(LIVE_PATH)) return true;
  refused.add(request);
  return false;
}

/** Answers every other one 404, and a CONNECT too. */
export function refuseUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!refused.has(request.raw)) return;
    // Node loses what arrived together with it: a body, or a request that follows it.
    reply.header('connection', 'close');
    throw notFound('Not found');
  });
  app.server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 404 Not Found\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${NOT_FOUND.length}\r\nConnection: close\r\n\r\n${NOT_FOUND}`,
    );
  });
}
