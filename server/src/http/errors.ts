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

export const badRequest = (error: string, extra: Extra = {}) => new HttpError(400, { error, ...extra });
export const unauthorized = (error = 'Please log in.') => new HttpError(401, { error });
export const forbidden = (error: string, extra: Extra = {}) => new HttpError(403, { error, ...extra });
/** Not there, or somebody else's: the answer does not tell which. */
export const notFound = (error: string) => new HttpError(404, { error });
export const conflict = (error: string, extra: Extra = {}) => new HttpError(409, { error, ...extra });
export const tooMany = (error: string, retryAfter: number) => new HttpError(429, { error }, retryAfter);
