import { setTimeout as pause } from 'node:timers/promises';

const POLL_EVERY_MS = 10;
const LOOKS = 3_000;

/** Polls until the condition holds; fails with its name if it never does. */
export async function until(awaited: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (await isSo()) return;
    await pause(POLL_EVERY_MS);
  }
  throw new Error(`Waited in vain for ${awaited}.`);
}
