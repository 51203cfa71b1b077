import { setTimeout as pause } from 'node:timers/promises';
import type { ManualClock } from './manual-clock.ts';

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

/** Longer than other sleepers: a body on its way, counters that are held back for a moment. */
const LONG_MS = 35_000;

/** Resolves when that many work calls wait for work. */
export const untilPollsSleep = (clock: ManualClock, count = 1) =>
  until(`${count} work calls that wait`, () => clock.sleepingFor(LONG_MS) >= count);
