import { CONNECTED_SECONDS } from '@pigeonpost/contract/agent';

/**
 * An agent whose last work call was after this moment is connected. A call that still waits counts from its start,
 * because it waits for less time than this.
 */
export function connectedSince(now: Date): Date {
  return new Date(now.getTime() - CONNECTED_SECONDS * 1000);
}
