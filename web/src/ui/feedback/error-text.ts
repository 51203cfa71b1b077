import { ApiError } from '@pigeonpost/contract/client';

/** The server's sentence where there is one, else the screen's own text. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

/**
 * An error as it was where the server refused with a sentence of its own. Without an answer of that kind nothing is
 * known but what failed, so that the screen's own text is said.
 */
export function asRefusal(error: unknown): unknown {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefusal ? error : new Error('No refusal', { cause: error });
}
