import type { FastifyBaseLogger } from 'fastify';

/** What code below the HTTP layer may write to: the three levels of the server's logger that it needs. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
