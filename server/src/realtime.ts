import type { ServerEvents } from '@pigeonpost/contract/realtime';

/** Sends an event to every browser of a user. */
export type Publisher = <E extends keyof ServerEvents>(
  userId: number,
  event: E,
  ...payload: Parameters<ServerEvents[E]>
) => void;
