import type { Call } from '@pigeonpost/contract/client';

const EVERY_MS = 2 * 60_000;

/**
 * Asks for the replies every two minutes, as a person does by Read now: by themselves they are read every hour at most,
 * and a look at the demo is shorter. Does not keep the process running.
 */
export function readReplies(call: Call): void {
  // Refused while one runs, while no profile has sent, and when the demo ends.
  const read = () => void call('POST /api/replies/read', { body: {} }).catch(() => {});
  setInterval(read, EVERY_MS).unref();
}
