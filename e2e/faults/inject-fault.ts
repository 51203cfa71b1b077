import { setTimeout as wait } from 'node:timers/promises';
import type { Verdict } from './breakpoints.ts';
import { copyFaults } from './copy-faults.ts';
import { browserFaults, machineFaults, serverFaults } from './hard-faults.ts';
import { limitFaults } from './limit-faults.ts';
import type { FaultInjector, Moment } from './moment.ts';
import { ownerFaults } from './owner-faults.ts';
import type { Fault, PlannedFault } from './plan.ts';
import type { Scene } from './scene.ts';

const LONGEST_PAUSE_MS = 250;
const LONGEST_WAIT_MS = 400;
/** These faults say themselves what they promise, and for how long. */
const KEEP_THEMSELVES: readonly Fault[] = [
  'campaign paused',
  'person taken out',
  'subscription ended',
  'hours closed',
  'person replied',
];

const INJECTORS: Record<Fault, FaultInjector> = {
  ...serverFaults,
  ...machineFaults,
  ...browserFaults,
  ...ownerFaults,
  ...copyFaults,
  ...limitFaults,
  'call dropped': breakCall('drop'),
  'call cut': breakCall('cut'),
  'call doubled': breakCall('double'),
  async 'call delayed'({ scene, pause, release }) {
    await pause();
    // Sometimes for longer than any lease.
    if (scene.random() < 0.4) await scene.time.letLeasesEnd();
    await pause();
    release();
    return true;
  },
};

/** Does the planned fault, and returns when it has happened. */
export async function injectFault(scene: Scene, { fault, point }: PlannedFault): Promise<void> {
  for (;;) {
    const held = point === 'any time' ? undefined : await scene.catchNext(point);
    if (point !== 'any time' && !held) return;
    let isHeld = held !== undefined;
    const moment: Moment = {
      scene,
      held,
      release(verdict) {
        if (isHeld) held?.release(verdict);
        isHeld = false;
      },
      pause: () => wait(scene.random() * LONGEST_PAUSE_MS, undefined, { signal: scene.world.signal }),
    };
    if (!held) await scene.goOn(wait(scene.random() * LONGEST_WAIT_MS));
    const isDone = await INJECTORS[fault](moment);
    if (isDone && !KEEP_THEMSELVES.includes(fault)) await scene.keep(fault, held);
    moment.release();
    moment.release();
    if (isDone) return;
  }
}

function breakCall(verdict: Verdict): FaultInjector {
  return async ({ scene, held, release }) => {
    if (held) release(verdict);
    else await scene.goOn(scene.breakpoints.breakNextCall(verdict));
    return true;
  };
}
