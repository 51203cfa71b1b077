import { describeCalls } from '../http/reference/describe-calls.ts';

/** The API's document as a server answers it, without one. */
export function readApiDocument(): unknown {
  return JSON.parse(JSON.stringify(describeCalls()));
}
