import type { ObservedDelivery } from './evidence.ts';
import { type KilledProcess, killProcess } from './kill-process.ts';
import { answerAtOnce, awaitMoment } from './moment.ts';
import type { Phase, PlannedKill, Target } from './plan.ts';
import type { Scene } from './scene.ts';
import { until, within } from './until.ts';

/** One kill, with the phase that its delivery really was in. */
export interface Kill {
  target: Target;
  phase: Phase;
  recipient: string;
  /** Whether the agent's journal already had the delivery's outcome. */
  hadOutcome: boolean;
}

interface Killing {
  scene: Scene;
  plan: readonly PlannedKill[];
  signal: AbortSignal;
  say: (line: string) => void;
  /** Called when the last target of the plan is dead and not yet restarted. */
  afterLastKill: () => Promise<void>;
}

const OUTCOME_WITHIN_MS = 20_000;
const BACK_WITHIN_MS = 120_000;
// The moment may pass before the kill happens; a missed kill is tried again, up to this often.
const TRIES_MORE = 8;

/** Carries out the plan. Returns the kills that happened, fewer than planned if a moment never came. */
export async function killAsPlanned({ scene, plan, signal, say, afterLastKill }: Killing): Promise<Kill[]> {
  const kills: Kill[] = [];
  let triesLeft = plan.length + TRIES_MORE;
  for (const [index, planned] of plan.entries()) {
    for (let isDone = false; !isDone && triesLeft > 0; triesLeft--) {
      const aim = await awaitMoment(scene, planned, signal);
      // The campaign has ended, or does not progress: there will be no further moment.
      if (!aim) return kills;
      const killed = await killProcesses({ scene, planned, aim, signal });
      if (index === plan.length - 1) await afterLastKill();
      for (const one of killed) {
        await within(one.bringBack(signal), { milliseconds: BACK_WITHIN_MS, what: one.target });
      }
      await answerAtOnce(scene);
      for (const { target, hit } of killed) {
        if (!hit) continue;
        const { recipient, phase, hasOutcome } = hit;
        kills.push({ target, phase, recipient, hadOutcome: hasOutcome });
        const line = `${String(kills.length).padStart(3)}. ${target} ${phase} (${recipient})`;
        say(line);
        scene.note(line);
      }
      isDone = killed.some(({ target, hit }) => target === planned.target && hit?.phase === planned.phase);
    }
  }
  return kills;
}

async function killProcesses(kill: {
  scene: Scene;
  planned: PlannedKill;
  aim: ObservedDelivery;
  signal: AbortSignal;
}): Promise<KilledProcess[]> {
  const { scene, planned, aim, signal } = kill;
  const { profile } = aim;
  const killed: KilledProcess[] = [];
  if (planned.serverFirst) {
    const one = await killProcess(scene, 'server', profile);
    if (one) killed.push(one);
    const hasOutcome = () => scene.evidence.see(profile)?.hasOutcome || undefined;
    await until(hasOutcome, { milliseconds: OUTCOME_WITHIN_MS, signal });
  }
  const one = await killProcess(scene, planned.target, profile);
  if (one) killed.push(one);
  return killed;
}
