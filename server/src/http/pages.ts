import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const NO_PAGE = /^\/(?:api|assets|downloads|o|socket\.io)(?:[/?]|$)/;

/**
 * Serves the built pages, compressed as the build left them; every address that is no file and no call is routed by the
 * app.
 */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(root);
  if (isBuilt) await app.register(fastifyStatic, { root, preCompressed: true, setHeaders: setCaching });
  else app.log.warn('The pages are not built, so only the API is served. Build them with: npm run build');
  app.setNotFoundHandler((request, reply): FastifyReply => {
    const isPage = request.method === 'GET' && !NO_PAGE.test(request.url);
    return isBuilt && isPage ? reply.sendFile('index.html') : reply.code(404).send({ error: 'Not found' });
  });
}

/** Built files have a hash in their names; the page that names them must never be cached. */
function setCaching(reply: FastifyReply, path: string): void {
  const isHashed = /[\\/]assets[\\/]/.test(path);
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}
