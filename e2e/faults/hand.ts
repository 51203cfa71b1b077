import { setTimeout as wait } from 'node:timers/promises';
import { strikeBrowser, strikeMachine, strikeServers } from './hard-faults.ts';
import type { Moment, Strike } from './moment.ts';
import { strikeAsOwner } from './owner-faults.ts';
import type { Fault, PlannedFault } from './plan.ts';
import type { Scene } from './scene.ts';
import type { Verdict } from './stops.ts';

const LONGEST_PAUSE_MS = 250;
const LONGEST_WAIT_MS = 400;
/** Taken back again by the fault itself, which says for how long it holds. */
const FOR_A_WHILE: readonly Fault[] = ['campaign paused', 'subscription ended'];

const STRIKES: Record<Fault, Strike> = {
  ...strikeServers,
  ...strikeMachine,
  ...strikeBrowser,
  ...strikeAsOwner,
  'call dropped': breakCall('drop'),
  'call cut': breakCall('cut'),
  'call doubled': breakCall('double'),
  async 'call delayed'({ scene, pause, letGo }) {
    await pause();
    // Sometimes for longer than any lease.
    if (scene.random() < 0.4) await scene.letLeasesEnd();
    await pause();
    letGo();
    return true;
  },
};

/** Does what is planned, and returns when it has happened. */
export async function strike(scene: Scene, { fault, point }: PlannedFault): Promise<void> {
  for (;;) {
    const held = point === 'any time' ? undefined : await scene.catchNext(point);
    if (point !== 'any time' && !held) return;
    let isHeld = held !== undefined;
    const moment: Moment = {
      scene,
      held,
      letGo(verdict) {
        if (isHeld) held?.letGo(verdict);
        isHeld = false;
      },
      pause: () => wait(scene.random() * LONGEST_PAUSE_MS, undefined, { signal: scene.world.signal }),
    };
    if (!held) await scene.goOn(wait(scene.random() * LONGEST_WAIT_MS));
    const isDone = await STRIKES[fault](moment);
    if (isDone && !FOR_A_WHILE.includes(fault)) await scene.keep(fault, held);
    moment.letGo();
    moment.letGo();
    if (isDone) return;
  }
}

function breakCall(verdict: Verdict): Strike {
  return async ({ scene, held, letGo }) => {
    if (held) letGo(verdict);
    else await scene.goOn(scene.stops.breakNextCall(verdict));
    return true;
  };
}
