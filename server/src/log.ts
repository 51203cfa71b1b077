import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** What code below the HTTP layer logs to: three levels of the server's logger. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

interface Entry {
  level: number;
  time: number;
  msg: string;
  err?: { stack?: string };
}

/** The process's log: one readable line per entry, for the person who started the server. */
export function createLog(write: (line: string) => void): FastifyBaseLogger {
  return pino({ level: 'info' }, { write: (json: string) => write(toLine(JSON.parse(json))) });
}

function toLine({ level, msg, err }: Entry): string {
  const word = level >= 50 ? 'error: ' : level >= 40 ? 'warning: ' : '';
  return `${word}${msg}${err?.stack ? `\n${err.stack}` : ''}\n`;
}
