import { faultAtRest, faultOf } from './always.ts';
import { chooseStep } from './choose-step.ts';
import { pairsOf } from './pairs.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';
import { apply, faultSteps, ownSteps, type Step } from './steps.ts';

/** A broken invariant, and the steps that led there. */
export interface Finding {
  fault: string;
  steps: Step[];
}

export interface Explored {
  states: number;
  finding: Finding | undefined;
}

interface Node {
  key: string;
  from: Node | undefined;
  step: Step | undefined;
}

/** A run without faults that takes longer goes in circles. */
const LONGEST_RUN = 400;

/**
 * Visits every state that can be reached, breadth first, up to a limit; from each one it also runs without faults
 * until nothing more can happen.
 */
export function exploreBreadthFirst(
  first: State,
  { rules, limit }: { rules: Rules; limit: number },
): Explored {
  const root: Node = { key: JSON.stringify(first), from: undefined, step: undefined };
  const seen = new Set([root.key]);
  const restful = new Set<string>();
  let wave = [root];
  while (wave.length > 0) {
    const next: Node[] = [];
    for (const node of wave) {
      const fault = faultOf(parse(node.key)) ?? runToRest(node.key, { rules, restful });
      if (fault) return { states: seen.size, finding: { fault, steps: pathTo(node) } };
      if (seen.size >= limit) continue;
      for (const step of stepsFrom(parse(node.key))) {
        const key = after(node.key, step, rules);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ key, from: node, step });
      }
    }
    wave = next;
  }
  return { states: seen.size, finding: undefined };
}

/** How often a step with a pair of state and event that no walk has met is taken before all others. */
const NEW_SHARE = 0.6;

/**
 * A random walk, followed by a run without faults to rest. It turns to what no walk before has met, and notes what it
 * meets in `met`.
 */
export function walk(
  first: State,
  { rules, random, length, met }: { rules: Rules; random: () => number; length: number; met: Set<string> },
): Finding | undefined {
  let node: Node = { key: JSON.stringify(first), from: undefined, step: undefined };
  for (let count = 0; count < length; count += 1) {
    const s = parse(node.key);
    const step = chooseNew(s, { random, met }) ?? chooseStep(s, { rules, random });
    if (!step) break;
    for (const pair of pairsOf(s, step)) met.add(pair);
    node = { key: after(node.key, step, rules), from: node, step };
    const fault = faultOf(parse(node.key));
    if (fault) return { fault, steps: pathTo(node) };
  }
  const fault = runToRest(node.key, { rules, restful: new Set() });
  return fault ? { fault, steps: pathTo(node) } : undefined;
}

function chooseNew(
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

/** Takes the first ordinary step in a fixed order, over and over, until none changes anything. */
function runToRest(
  from: string,
  { rules, restful }: { rules: Rules; restful: Set<string> },
): string | undefined {
  const passed: string[] = [];
  let key = from;
  for (let count = 0; count < LONGEST_RUN; count += 1) {
    if (restful.has(key)) break;
    passed.push(key);
    const next = goOn(key, rules);
    if (next === undefined) {
      const fault = faultAtRest(parse(key));
      if (fault) return fault;
      break;
    }
    const fault = faultOf(parse(next));
    if (fault) return fault;
    if (count === LONGEST_RUN - 1) return 'no rest';
    key = next;
  }
  for (const each of passed) restful.add(each);
  return undefined;
}

/** The state after the first ordinary step that changes it; a sweep comes last, since it is always possible. */
function goOn(key: string, rules: Rules): string | undefined {
  for (const step of [...ownSteps(parse(key)), { kind: 'sweep' } as const]) {
    const next = after(key, step, rules);
    if (next !== key) return next;
  }
  return undefined;
}

function after(key: string, step: Step, rules: Rules): string {
  const s = parse(key);
  apply(s, step, rules);
  return JSON.stringify(s);
}

function parse(key: string): State {
  return JSON.parse(key) as State;
}

function pathTo(node: Node): Step[] {
  const steps: Step[] = [];
  for (let each: Node | undefined = node; each?.step; each = each.from) steps.unshift(each.step);
  return steps;
}
