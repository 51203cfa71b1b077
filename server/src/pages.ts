import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const WEB_ROOT = join(import.meta.dirname, '../../web/dist');

/** Serves the built pages; every address that is no file and no call is the app's own to route. */
export async function servePages(app: FastifyInstance): Promise<void> {
  if (!existsSync(WEB_ROOT)) return;
  await app.register(fastifyStatic, {
    root: WEB_ROOT,
    wildcard: true,
    // Built files carry a hash in their names; the page that names them must always be asked for anew.
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/') || path.includes('\\assets\\');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply): FastifyReply => {
    const isPage = request.method === 'GET' && !/^\/(?:api|assets|socket\.io)(?:\/|$)/.test(request.url);
    return isPage ? reply.sendFile('index.html') : reply.code(404).send({ error: 'Not found' });
  });
}
