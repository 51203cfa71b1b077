import { setTimeout as pause } from 'node:timers/promises';

const POLL_EVERY_MS = 10;
const LOOKS = 3_000;

/** Looks again and again until it is so; fails with what was awaited when it never is. */
export async function until(awaited: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (await isSo()) return;
    await pause(POLL_EVERY_MS);
  }
  throw new Error(`Waited in vain for ${awaited}.`);
}
