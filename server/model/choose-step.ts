import { copyState } from './copy-state.ts';
import { faultSteps, ownSteps } from './next-steps.ts';
import type { OwnerStep } from './owner-steps.ts';
import type { Rules } from './rules.ts';
import { isSame } from './same-state.ts';
import { at, type State } from './state.ts';
import type { Step } from './step.ts';
import { apply } from './steps.ts';

/** The share of ordinary steps if a step of the owner or a fault is possible too. */
const OWN_SHARE = 0.85;
const IDLE_CLAIM_SHARE = 0.05;

/**
 * The next step of a random walk: mostly an ordinary step with a change, sometimes a fault or a step of the owner, and
 * rarely one that leaves less to happen.
 */
export function chooseStep(
  s: State,
  { rules, random }: { rules: Rules; random: () => number },
): Step | undefined {
  const own = ownSteps(s).filter((step) => random() < IDLE_CLAIM_SHARE || changes(s, step, rules));
  const other = faultSteps(s);
  const isOwn = other.length === 0 || (own.length > 0 && random() < OWN_SHARE);
  return isOwn ? pick(own, weightOfOwn, random) : pick(other, (step) => weightOf(s, step), random);
}

function changes(s: State, step: Step, rules: Rules): boolean {
  const after = copyState(s);
  apply(after, step, rules);
  return !isSame(s, after);
}

const OWN_WEIGHTS: Partial<Record<Step['kind'], number>> = {
  'hours open': 0.1,
  'day passes': 0.05,
  'hour passes': 0.1,
  'half over': 0.1,
  'last moment near': 0.2,
  'last moment passes': 0.2,
  'countdown over': 0.2,
  'quarter passes': 0.2,
};
/** Hours that open and days that pass at every moment would leave closed hours and caps nothing to refuse. */
const weightOfOwn = ({ kind }: Step) => OWN_WEIGHTS[kind] ?? 1;

function weightOf(s: State, step: Step): number {
  if (step.kind === 'owner') return weightOfOwner(s, step.step);
  // Nothing can be restored without the journals.
  return step.kind === 'lose journal' ? 0.3 : 2;
}

function weightOfOwner(s: State, step: OwnerStep): number {
  switch (step.kind) {
    case 'start':
    case 'start to undo':
      return at(s.campaigns, step.campaign).mark === null ? 3 : 12;
    case 'resume': {
      const { isBlocked, isSignedOut } = at(s.profiles, step.profile);
      // A rest that ends by itself needs no step.
      return isBlocked || isSignedOut ? 12 : 0.3;
    }
    case 'toggle':
      return at(s.profiles, step.profile).isActive ? 0.3 : 12;
    case 'undo start':
    case 'put back':
    case 'no last moment':
      return 3;
    case 'settle':
      return 6;
    case 'pause':
    case 'take out':
    case 'give to others':
    case 'leave out':
    case 'leave in':
    case 'cap':
    case 'schedule':
      return 1;
    case 'last moment':
    case 'full':
      return 0.3;
    case 'subscribe':
      return 12;
    case 'unsubscribe':
      return 0.1;
    case 'set':
    case 'value':
      return 0.2;
    default:
      return 0.05;
  }
}

function pick<T>(list: T[], weight: (one: T) => number, random: () => number): T | undefined {
  let left = random() * list.reduce((sum, one) => sum + weight(one), 0);
  return list.find((one) => {
    left -= weight(one);
    return left < 0;
  });
}
