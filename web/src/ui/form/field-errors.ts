import { ApiError } from '@pigeonpost/contract/client';

/** The server's errors by field, for the fields of a form; empty if it names none. */
export function fieldErrors(error: unknown): Record<string, string> {
  return (error instanceof ApiError && error.body.fields) || {};
}
