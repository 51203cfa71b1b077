import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { lastAnswer } from './error-answers.ts';

/** The address of live connections. */
const LIVE_PATH = '/socket.io/';
const NOT_FOUND = 'Not found';

const refused = new WeakSet<IncomingMessage>();

/**
 * Tells Node which upgrade requests to take: those of live connections. Every other one is handled like an ordinary
 * request. Socket.IO would close it without an answer, or not at all, and a proxy would think that the server is dead.
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
    // Node loses the bytes that arrived together with it: a body, or a request that follows it.
    reply.header('connection', 'close');
    throw notFound(NOT_FOUND);
  });
  app.server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    socket.end(lastAnswer('404 Not Found', NOT_FOUND));
  });
}
