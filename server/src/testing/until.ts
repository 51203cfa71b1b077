import { setTimeout as pause } from 'node:timers/promises';
import type { ManualClock } from './manual-clock.ts';

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

/** More than what else sleeps: a body on its way, counters that are held back for a moment. */
const LONG_MS = 35_000;

/** Resolves when that many work calls wait for something to do. */
export const untilPollsSleep = (clock: ManualClock, count = 1) =>
  until(`${count} work calls that wait`, () => clock.sleepingFor(LONG_MS) >= count);
