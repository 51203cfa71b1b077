import type { Socket } from 'node:net';
import type { ErrorBody } from '@pigeonpost/contract/errors';
import { NOT_STORABLE } from '@pigeonpost/contract/fields';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isDiskFull } from '../database/outage.ts';
import { TIMED_OUT } from '../database/timeouts.ts';
import type { Deps } from '../deps.ts';
import { notJson, RefusalError, type RefusalKind } from '../errors.ts';

const OURS = 'Something went wrong on our side. Please try again.';
const HALF_A_BODY: ErrorBody = { error: 'The body ended too early.' };
export const DATABASE_AWAY = 'The database is not available. Please try again in a moment.';
const WAITED_TOO_LONG =
  'Something else of yours is being changed at this moment. Please try again in a moment.';
const TOOK_TOO_LONG = 'This took too long and was given up. Please try again in a moment.';
const NO_ROOM =
  'The disk of the database is full, and nothing was changed. Whoever runs the server has to make room.';
export const ADDRESS_TOO_LONG = 'This address is too long.';
const NOT_UNDERSTOOD = 'This call cannot be understood.';
const CLIENT_ERRORS: Record<string, readonly [status: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', ADDRESS_TOO_LONG],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This call took too long to arrive.'],
};
const STATUSES: Record<RefusalKind, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_many: 429,
};
const RETRY_SECONDS = 5;

// PostgreSQL's codes for U+0000 in a text, or in a text inside of JSON.
const NOT_STORABLE_CODES = /^(?:22021|22P05)$/;

/** What hears of failures that are not of one call. */
type Watches = Pick<Deps, 'suspectOutage' | 'disk'>;

/** Answers every failure as {error, …}, and logs those that are the server's fault. */
export function answerErrors(app: FastifyInstance, watches: Watches): void {
  app.setErrorHandler((error: FastifyError | RefusalError, request, reply) =>
    answerError({ error, request, reply, watches }),
  );
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) watches.disk.noteWritten();
  });
}

/** Translates any thrown value into an answer. */
export function answerError({
  error,
  request,
  reply,
  watches,
}: {
  error: FastifyError | RefusalError;
  request: FastifyRequest;
  reply: FastifyReply;
  watches: Watches;
}): FastifyReply {
  if (error instanceof RefusalError) {
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
    return reply.code(STATUSES[error.kind]).send(error.body);
  }
  // The client disconnected in the middle of its body: the database has no fault, and nobody reads the answer.
  if (error.code === TIMED_OUT.lock) return answerBusy(reply, WAITED_TOO_LONG);
  if (error.code === TIMED_OUT.statement) return answerBusy(reply, TOOK_TOO_LONG);
  if (error.code === 'ECONNRESET' && !request.raw.complete) return reply.code(400).send(HALF_A_BODY);
  if (NOT_STORABLE_CODES.test(error.code ?? '')) return reply.code(400).send({ error: NOT_STORABLE });
  if (isDiskFull(error)) {
    watches.disk.noteFull();
    return reply.code(507).header('retry-after', RETRY_SECONDS).send({ error: NO_ROOM });
  }
  if (isDatabaseAway(error)) {
    watches.suspectOutage(error);
    return answerBusy(reply, DATABASE_AWAY);
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(status).send(describeRefusal(error, status));
  request.log.error({ err: error, request_id: request.id }, 'A call failed.');
  return reply.code(500).send({ error: OURS, request_id: request.id } satisfies ErrorBody);
}

function answerBusy(reply: FastifyReply, error: string): FastifyReply {
  return reply.code(503).header('retry-after', RETRY_SECONDS).send({ error });
}

/** Answers what Node refuses before it is a request: an address or header that is too long, or invalid HTTP. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, sentence] =
    CLIENT_ERRORS[error.code ?? ''] ?? (['400 Bad Request', NOT_UNDERSTOOD] as const);
  socket.end(lastAnswer(status, sentence));
}

/** An answer as bytes, where Node has no request to be answered; the connection is to be closed after it. */
export function lastAnswer(status: string, error: string): string {
  const body = JSON.stringify({ error } satisfies ErrorBody);
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

/** Fastify's own refusals, in words a person can act on. */
function describeRefusal(error: FastifyError, status: number): ErrorBody {
  if (status === 408) return { error: 'The body took too long to arrive. Please try again.' };
  if (status === 413) return { error: 'This is too large to be taken in one call.' };
  if (status === 414) return { error: ADDRESS_TOO_LONG };
  if (status === 415) return { error: 'Send JSON, with the content type application/json.' };
  if (status === 429) return { error: 'Too many calls. Please wait a minute and try again.' };
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError) return notJson().body;
  return { error: NOT_UNDERSTOOD };
}
