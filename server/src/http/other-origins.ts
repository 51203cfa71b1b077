import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const ASK_AGAIN_SECONDS = 600;

/**
 * Lets the pages of these origins call the server from a browser (CORS), by the token in a header: no cookie takes part,
 * so that credentials stay off. Every other origin is refused before (known-hosts.ts).
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    // What the pages read beside the body.
    exposedHeaders: ['content-disposition', 'retry-after'],
    maxAge: ASK_AGAIN_SECONDS,
  });
}

/** Where a page that this server serves may connect to, besides the server itself: both ways of each origin. */
export function connectSources(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
}
