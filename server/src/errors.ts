import type { ErrorBody } from '@pigeonpost/contract/errors';

/** The kinds of refusals; http/error-answers.ts gives each its status. */
export type RefusalKind =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_many';

/** A refusal that a person may read: its kind and its exact body (docs/behaviour.md#errors). */
export class RefusalError extends Error {
  readonly kind: RefusalKind;
  readonly body: ErrorBody;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(kind: RefusalKind, body: ErrorBody, retryAfter?: number) {
    super(body.error);
    this.name = 'RefusalError';
    this.kind = kind;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

type Extra = Omit<ErrorBody, 'error'>;

/** The input is invalid; `fields` says where. */
export const badRequest = (error: string, extra: Extra = {}) =>
  new RefusalError('bad_request', { error, ...extra });
/** No token, or an invalid one. */
export const unauthorized = (error = 'Please log in.') => new RefusalError('unauthorized', { error });
/** Signed in, but not allowed to. */
export const forbidden = (error: string, extra: Extra = {}) =>
  new RefusalError('forbidden', { error, ...extra });
/** Not there, or another user's: the answer does not tell which. */
export const notFound = (error: string) => new RefusalError('not_found', { error });
/** Valid, but in conflict with the data in the database. */
export const conflict = (error: string, extra: Extra = {}) =>
  new RefusalError('conflict', { error, ...extra });
/** To be tried again after that many seconds. */
export const tooMany = (error: string, retryAfter: number) =>
  new RefusalError('too_many', { error }, retryAfter);
/** A body that JSON.parse refuses. */
export const notJson = () => badRequest('The body is not valid JSON.');
