import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { DATABASE_AWAY } from './error-answers.ts';

/** GET /healthz: 200 while the server and its database answer, however busy they are. */
export function serveHealth(app: FastifyInstance, deps: Pick<Deps, 'checkHealth'>): void {
  app.get('/healthz', async (_request, reply) => {
    try {
      await deps.checkHealth();
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ error: DATABASE_AWAY });
    }
  });
}
