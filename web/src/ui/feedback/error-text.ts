import { ApiError } from '@pigeonpost/contract/client';

/** The server's sentence where there is one, else the screen's own text. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}
