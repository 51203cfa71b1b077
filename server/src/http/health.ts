import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { DATABASE_AWAY } from './error-answers.ts';

const DEAF = 'This server does not hear the others at this moment. Please try again in a moment.';

/**
 * GET /healthz: 200 while the process lives, without asking the database, whose outage no restart ends. GET /readyz:
 * 200 while a proxy may send callers here, which needs the database; a server listens only once it has migrated it, and
 * one that ends answers 503 (docs/behaviour.md#health).
 */
export function serveHealth(app: FastifyInstance, deps: Pick<Deps, 'checkHealth' | 'hearsPeers'>): void {
  const databaseError = () =>
    deps.checkHealth().then(
      () => undefined,
      () => DATABASE_AWAY,
    );
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const error = (await databaseError()) ?? (deps.hearsPeers() ? undefined : DEAF);
    return error === undefined ? { status: 'ready' } : reply.code(503).send({ error });
  });
}
