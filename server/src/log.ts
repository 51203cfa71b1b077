import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** The log of all code below the HTTP layer: three levels of the server's logger. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

interface Entry {
  level: number;
  msg: string;
  /** The id of the call that was being answered. */
  request_id?: string;
  err?: { stack?: string };
}

export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/**
 * The process's log (docs/behaviour.md#server-log): a readable line per entry for the person who started the server, or
 * a JSON object per line, with level and time, for log collectors.
 */
export function createLog(format: LogFormat, write: (line: string) => void): FastifyBaseLogger {
  if (format === 'text') {
    return pino({ level: 'info' }, { write: (json: string) => write(toLine(JSON.parse(json))) });
  }
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level: 'info', timestamp: pino.stdTimeFunctions.isoTime, formatters }, { write });
}

function toLine({ level, msg, request_id, err }: Entry): string {
  const word = level >= 50 ? 'error: ' : level >= 40 ? 'warning: ' : '';
  const call = request_id === undefined ? '' : ` (request ${request_id})`;
  return `${word}${msg}${call}${err?.stack ? `\n${err.stack}` : ''}\n`;
}
