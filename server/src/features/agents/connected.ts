import { CONNECTED_SECONDS } from '@pigeonpost/contract/agent';

/**
 * An agent is connected if its last work call was after this time. A waiting call counts from its start, because it
 * waits for less than that.
 */
export function connectedSince(now: Date): Date {
  return new Date(now.getTime() - CONNECTED_SECONDS * 1000);
}
