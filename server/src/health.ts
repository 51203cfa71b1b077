import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';

/** GET /healthz: 200 while the server and its database answer. */
export function serveHealth(app: FastifyInstance, deps: Pick<Deps, 'asSystem'>): void {
  app.get('/healthz', async () => {
    await deps.asSystem('health', async (tx) => tx.selectFrom('users').select('id').limit(1).execute());
    return { status: 'ok' };
  });
}
