import type { Sighting } from './evidence.ts';
import { answerAtOnce, awaitMoment } from './moment.ts';
import type { Phase, PlannedKill, Target } from './plan.ts';
import type { Scene } from './scene.ts';
import { type Blow, strike } from './strike.ts';
import { until, within } from './until.ts';

/** One kill, by where its delivery really was. */
export interface Kill {
  target: Target;
  phase: Phase;
  recipient: string;
  /** Whether the agent's journal already held the delivery's outcome. */
  hadOutcome: boolean;
}

interface Killing {
  scene: Scene;
  plan: readonly PlannedKill[];
  signal: AbortSignal;
  say: (line: string) => void;
  /** Called when the last one of the plan is dead and not yet brought back. */
  afterLastBlow: () => Promise<void>;
}

const OUTCOME_WITHIN_MS = 20_000;
const BACK_WITHIN_MS = 120_000;
// The moment may pass before the kill happens; a missed one is tried again, up to this often.
const TRIES_MORE = 8;

/** Carries out the plan. Gives the kills that happened, fewer than planned when a moment never came. */
export async function killAsPlanned({ scene, plan, signal, say, afterLastBlow }: Killing): Promise<Kill[]> {
  const kills: Kill[] = [];
  let triesLeft = plan.length + TRIES_MORE;
  for (const [index, planned] of plan.entries()) {
    for (let isDone = false; !isDone && triesLeft > 0; triesLeft--) {
      const aim = await awaitMoment(scene, planned, signal);
      // The campaign has ended, or does not move: there will be no further moment.
      if (!aim) return kills;
      const blows = await strikeAsPlanned({ scene, planned, aim, signal });
      if (index === plan.length - 1) await afterLastBlow();
      await answerAtOnce(scene);
      for (const blow of blows) {
        await within(blow.bringBack(signal), { milliseconds: BACK_WITHIN_MS, what: blow.target });
      }
      for (const { target, hit } of blows) {
        if (!hit) continue;
        const { recipient, phase, hasOutcome } = hit;
        kills.push({ target, phase, recipient, hadOutcome: hasOutcome });
        const line = `${String(kills.length).padStart(3)}. ${target} ${phase} (${recipient})`;
        say(line);
        scene.note(line);
      }
      isDone = blows.some(({ target, hit }) => target === planned.target && hit?.phase === planned.phase);
    }
  }
  return kills;
}

async function strikeAsPlanned(kill: {
  scene: Scene;
  planned: PlannedKill;
  aim: Sighting;
  signal: AbortSignal;
}): Promise<Blow[]> {
  const { scene, planned, aim, signal } = kill;
  const { profile } = aim;
  const blows: Blow[] = [];
  if (planned.serverFirst) {
    const blow = await strike(scene, 'server', profile);
    if (blow) blows.push(blow);
    const hasOutcome = () => scene.evidence.see(profile)?.hasOutcome || undefined;
    await until(hasOutcome, { milliseconds: OUTCOME_WITHIN_MS, signal });
  }
  const blow = await strike(scene, planned.target, profile);
  if (blow) blows.push(blow);
  return blows;
}
