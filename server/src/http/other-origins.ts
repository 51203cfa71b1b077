import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, POST, PUT, DELETE';
const HEADERS = 'authorization, content-type';
/** What the pages read beside the body. */
const READ_HEADERS = 'content-disposition, retry-after';
const ASK_AGAIN_SECONDS = 600;

/**
 * Lets the pages of these origins call the server from a browser (CORS), by the token in a header: no cookie takes part,
 * so that credentials stay off. Every other origin is refused before (known-hosts.ts).
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', READ_HEADERS);
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
    reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': ASK_AGAIN_SECONDS,
    });
    return reply.code(204).send();
  });
}

/** Where a page that this server serves may connect to, besides the server itself: both ways of each origin. */
export function connectSources(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
}
