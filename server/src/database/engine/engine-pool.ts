import { type ConnectedDatabase, connectDatabase } from '../opening/connect.ts';
import { IDLE_STEP_TIMEOUT_MS } from '../timeouts.ts';
import { prepareSteps } from '../transactions.ts';

/** How many steps of the engine a server takes at once (docs/engine.md#batches). */
export const ENGINE_CONNECTIONS = 4;

type Options = Omit<
  Parameters<typeof connectDatabase>[0],
  'maxConnections' | 'keptConnections' | 'idleTransactionMs' | 'prepare'
>;

/**
 * Opens the pool of the engine's steps (docs/scaling.md#connections): few connections that stay open, because each has
 * to plan the engine's statements, and do nothing else, because among 20 a step would mostly meet one that has not.
 */
export async function connectEngine(options: Options): Promise<ConnectedDatabase> {
  const connected = await connectDatabase({
    ...options,
    maxConnections: ENGINE_CONNECTIONS,
    keptConnections: ENGINE_CONNECTIONS,
    idleTransactionMs: IDLE_STEP_TIMEOUT_MS,
    prepare: prepareSteps,
  });
  const opening = Array.from({ length: ENGINE_CONNECTIONS }, () => connected.pool.connect());
  // One that could not be opened now is opened when it is needed.
  for (const opened of await Promise.allSettled(opening)) if ('value' in opened) opened.value.release();
  return connected;
}
