import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const ASK_AGAIN_SECONDS = 600;

/**
 * Lets the pages of these origins call the server from a browser (CORS), by the token in a header; there are no
 * cookies, so credentials stay off. Every other origin was refused before (known-hosts.ts).
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    // Headers that the pages read.
    exposedHeaders: ['content-disposition', 'retry-after'],
    maxAge: ASK_AGAIN_SECONDS,
  });
}

/** The origins that a page of this server may connect to, besides the server itself: http and ws of each. */
export function connectSources(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
}
