import { chooseStep } from './choose-step.ts';
import { copyState } from './copy-state.ts';
import { findProblem, findProblemAtRest } from './invariants.ts';
import { faultSteps, ownSteps } from './next-steps.ts';
import { pairsOf } from './pairs.ts';
import type { Rules } from './rules.ts';
import { fingerprint } from './same-state.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';
import { apply } from './steps.ts';

/** A broken invariant, and the steps that led to it. */
export interface Finding {
  problem: string;
  steps: Step[];
}

interface Explored {
  states: number;
  finding: Finding | undefined;
}

/** A state, and its fingerprint as a key. */
interface Known {
  state: State;
  key: number;
}

/** How a state was first reached. */
interface Node {
  from: Node | undefined;
  step: Step | undefined;
}

/** A longer run without faults goes in circles. */
const LONGEST_RUN = 400;

/**
 * Visits every reachable state, breadth first, up to a limit; from each one it also runs without faults until nothing
 * more can happen.
 */
export function exploreBreadthFirst(
  first: State,
  { rules, limit }: { rules: Rules; limit: number },
): Explored {
  const root = { ...known(first), node: { from: undefined, step: undefined } };
  const seen = new Set([root.key]);
  const restful = new Set<number>();
  let wave: (Known & { node: Node })[] = [root];
  while (wave.length > 0) {
    const next: typeof wave = [];
    for (const { node, ...reached } of wave) {
      const problem = findProblem(reached.state) ?? runToRest(reached, { rules, restful });
      if (problem) return { states: seen.size, finding: { problem, steps: pathTo(node) } };
      if (seen.size >= limit) continue;
      for (const step of stepsFrom(reached.state)) {
        const { state, key } = after(reached.state, step, rules);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ state, key, node: { from: node, step } });
      }
    }
    wave = next;
  }
  return { states: seen.size, finding: undefined };
}

/** How often a step with a new pair of state and event is preferred to all others. */
const NEW_SHARE = 0.5;

/**
 * A random walk, followed by a run without faults to rest. It prefers pairs that no walk before has met, and notes
 * those that it meets in `met`.
 */
export function walk(
  first: State,
  { rules, random, length, met }: { rules: Rules; random: () => number; length: number; met: Set<string> },
): Finding | undefined {
  let reached = known(first);
  let node: Node = { from: undefined, step: undefined };
  for (let count = 0; count < length; count += 1) {
    const step = chooseNew(reached.state, { random, met }) ?? chooseStep(reached.state, { rules, random });
    if (!step) break;
    for (const pair of pairsOf(reached.state, step)) met.add(pair);
    reached = after(reached.state, step, rules);
    node = { from: node, step };
    const problem = findProblem(reached.state);
    if (problem) return { problem, steps: pathTo(node) };
  }
  const problem = runToRest(reached, { rules, restful: new Set() }) ?? starve(reached, rules);
  return problem ? { problem, steps: pathTo(node) } : undefined;
}

/** Runs to rest for each name as the victim, with steps of all other names first as long as possible. */
function starve(from: Known, rules: Rules): string | undefined {
  for (const victim of from.state.names.keys()) {
    const problem = runToRest(from, { rules, restful: new Set(), victim });
    if (problem) return `${problem}, with name ${victim} always last`;
  }
  return undefined;
}

/** Chooses, sometimes, a step with a new pair. */
export function chooseNew(
  s: State,
  { random, met }: { random: () => number; met: ReadonlySet<string> },
): Step | undefined {
  if (random() >= NEW_SHARE) return undefined;
  const steps = stepsFrom(s).filter((step) => pairsOf(s, step).some((pair) => !met.has(pair)));
  return steps[Math.floor(random() * steps.length)];
}

function stepsFrom(s: State): Step[] {
  return [...ownSteps(s), ...faultSteps(s)];
}

/**
 * Takes the first ordinary step in a fixed order, repeatedly, until none changes anything; given a victim, one that
 * does not concern it as long as there is one.
 */
function runToRest(
  from: Known,
  { rules, restful, victim }: { rules: Rules; restful: Set<number>; victim?: number },
): string | undefined {
  const passed: number[] = [];
  let reached = from;
  for (let count = 0; count < LONGEST_RUN; count += 1) {
    if (restful.has(reached.key)) break;
    passed.push(reached.key);
    const next = victim === undefined ? goOn(reached, rules) : goOnWithout(reached, rules, victim);
    if (next === undefined) {
      const problem = findProblemAtRest(reached.state);
      if (problem) return problem;
      break;
    }
    const problem = findProblem(next.state);
    if (problem) return problem;
    if (count === LONGEST_RUN - 1) return 'no rest';
    reached = next;
  }
  for (const each of passed) restful.add(each);
  return undefined;
}

/** The state after the first ordinary step that changes it; a sweep comes last, because it is always possible. */
function goOn({ state, key }: Known, rules: Rules): Known | undefined {
  for (const step of [...ownSteps(state), { kind: 'sweep' } as const]) {
    const next = after(state, step, rules);
    if (next.key !== key) return next;
  }
  return undefined;
}

/**
 * Steps that could repeat for ever, if nothing else happened: a minute passes, or a work call with `holding` takes
 * deliveries back and asks again. No recipient is delayed by more than that.
 */
const isEndless = (step: Step) =>
  step.kind === 'wait' ||
  step.kind === 'day passes' ||
  step.kind === 'hour passes' ||
  (step.kind === 'claim' && step.isNaming === true);

function goOnWithout({ state, key }: Known, rules: Rules, victim: number): Known | undefined {
  const steps: Step[] = [...ownSteps(state), { kind: 'sweep' }];
  let ofVictim: Known | undefined;
  for (const step of [...steps.filter((one) => !isEndless(one)), ...steps.filter(isEndless)]) {
    if (ofVictim && isEndless(step)) break;
    const next = after(state, step, rules);
    if (next.key === key) continue;
    if (standingOf(next.state, victim) === standingOf(state, victim)) return next;
    ofVictim ??= next;
  }
  return ofVictim;
}

/** The progress of a name. */
function standingOf({ names, rows, tasks, reports }: State, victim: number): string {
  const ofVictim = [...tasks, ...reports].filter((task) => task?.name === victim);
  return JSON.stringify([names[victim], rows.map((of) => of[victim]), ofVictim]);
}

function after(before: State, step: Step, rules: Rules): Known {
  const state = copyState(before);
  apply(state, step, rules);
  return known(state);
}

function known(state: State): Known {
  return { state, key: fingerprint(state) };
}

function pathTo(node: Node): Step[] {
  const steps: Step[] = [];
  for (let each: Node | undefined = node; each?.step; each = each.from) steps.unshift(each.step);
  return steps;
}
