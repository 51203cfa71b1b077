import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Store } from './conversations.ts';
import type { Latency } from './switches.ts';

/** The parameters of every route of the site. */
export type Site = {
  app: FastifyInstance;
  store: Store;
  clock: Clock;
  /** Waits as long as the switch says; rejects when the site closes meanwhile. */
  lag(what: keyof Latency): Promise<void>;
};
