import { ApiError } from '@pigeonpost/contract/client';

/** What the server says is wrong, by field, for the fields of a form; nothing where it names none. */
export function fieldErrors(error: unknown): Record<string, string> {
  return (error instanceof ApiError && error.body.fields) || {};
}
