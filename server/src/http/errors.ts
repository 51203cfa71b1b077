import type { ErrorBody } from '@pigeonpost/contract/errors';

/** An error that a person may read: its status and its exact body. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.error);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

type Extra = Omit<ErrorBody, 'error'>;

/** What was sent is not as it must be; `fields` says where (docs/behaviour.md#errors). */
export const badRequest = (error: string, extra: Extra = {}) => new HttpError(400, { error, ...extra });
/** No token, or none that holds. */
export const unauthorized = (error = 'Please log in.') => new HttpError(401, { error });
/** Signed in, and not allowed to. */
export const forbidden = (error: string, extra: Extra = {}) => new HttpError(403, { error, ...extra });
/** Not there, or somebody else's: the answer does not tell which. */
export const notFound = (error: string) => new HttpError(404, { error });
/** In order by itself, and something in the database stands against it. */
export const conflict = (error: string, extra: Extra = {}) => new HttpError(409, { error, ...extra });
/** To be tried again after so many seconds. */
export const tooMany = (error: string, retryAfter: number) => new HttpError(429, { error }, retryAfter);
/** A body that JSON.parse refuses. */
export const notJson = () => badRequest('The body is not valid JSON.');
