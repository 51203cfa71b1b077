import { type Random, shuffled } from './seeded-random.ts';

/** The programs that are killed; the site is the practice inbox. */
export const TARGETS = ['agent', 'server', 'Firefox', 'PostgreSQL', 'site'] as const;
export type Target = (typeof TARGETS)[number];

/** The progress of a delivery: asked begin, in the inbox, result answered. */
export const PHASES = ['before begin', 'between begin and send', 'between send and result', 'after'] as const;
export type Phase = (typeof PHASES)[number];

export interface PlannedKill {
  target: Target;
  phase: Phase;
  /** The moment in the phase, from 0 (its beginning) up to 1. */
  at: number;
  /** The server first, and the agent when the result is in its journal without an answer. */
  serverFirst?: true;
}

/** The phase of the kill of server and agent together. */
const OF_BOTH: Phase = 'between send and result';

/**
 * The kills of a run in a random order. Those of a target are spread evenly over the phases, the phase of both together
 * last. The last one leaves a lease that no program knows of.
 */
export function planKills(kills: Record<Target, number>, random: Random): PlannedKill[] {
  const planned = TARGETS.flatMap((target) => {
    const others = PHASES.filter((phase) => phase !== OF_BOTH);
    const phases = [...shuffled(others, random), OF_BOTH];
    return Array.from({ length: kills[target] }, (_, index): PlannedKill => {
      return { target, phase: phases[index % phases.length] as Phase, at: random() };
    });
  });
  const withJournal: PlannedKill = {
    target: 'agent',
    phase: OF_BOTH,
    at: random(),
    serverFirst: true,
  };
  const mixed = shuffled([...planned, withJournal], random);
  const last = mixed.find(({ target, phase }) => target === 'agent' && phase === 'before begin');
  return last ? [...mixed.filter((kill) => kill !== last), last] : mixed;
}
