import { setTimeout as wait } from 'node:timers/promises';
import type { ObservedDelivery } from './evidence.ts';
import type { Phase, PlannedKill } from './plan.ts';
import { PROFILES, type Scene, type Slowness } from './scene.ts';
import { until } from './until.ts';

const WINDOW_MS = 2500;
// Kept free at the end of a phase, so that the kill still happens within it on a busy machine.
const AIM_MS = 1500;
const AIM_AFTER_MS = 80;
const MOMENT_LIMIT_MS = 110_000;

const QUICK: Slowness = { open_ms: 0, before_record_ms: 0, after_record_ms: 0 };

/** The delay of the practice inbox that holds a delivery in a phase. */
const SLOW: Record<Phase, Partial<Slowness>> = {
  'before begin': { open_ms: WINDOW_MS },
  'between begin and send': { before_record_ms: WINDOW_MS },
  'between send and result': { after_record_ms: WINDOW_MS },
  after: {},
};

/**
 * Holds deliveries in the phase by delays of the practice inbox, waits until one enters it, and then for the planned
 * moment. Returns that delivery; undefined if none came.
 */
export async function awaitMoment(
  scene: Scene,
  { phase, at }: PlannedKill,
  signal: AbortSignal,
): Promise<ObservedDelivery | undefined> {
  await scene.slowDown({ ...QUICK, ...SLOW[phase] });
  const see = () => PROFILES.map((profile) => scene.evidence.see(profile));
  let before = see();
  const look = async () => {
    const now = see();
    const entered = now.find((one, index) => one?.phase === phase && !isSame(one, before[index]));
    before = now;
    if (!entered) return undefined;
    await wait(at * (phase === 'after' ? AIM_AFTER_MS : AIM_MS), undefined, { signal });
    const still = scene.evidence.see(entered.profile);
    return isSame(still, entered) ? still : undefined;
  };
  return until(look, { milliseconds: MOMENT_LIMIT_MS, signal });
}

/** Removes the delays of the practice inbox. */
export async function answerAtOnce(scene: Scene): Promise<void> {
  await scene.slowDown(QUICK);
}

function isSame(one: ObservedDelivery | undefined, other: ObservedDelivery | undefined): boolean {
  return one?.recipient === other?.recipient && one?.phase === other?.phase;
}
