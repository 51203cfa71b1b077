import { ApiError } from '@pigeonpost/contract/client';

/** The server's sentence where it supplied one, else the specified fixed text (spec 1, section 8). */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}
