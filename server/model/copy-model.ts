import { judgeCopy } from '@pigeonpost/contract/rules/freeze/copy';
import { copyTables, goBackTo } from './copy-state.ts';
import type { Rules } from './rules.ts';
import { at, type Machine, type State } from './state.ts';

/** The machine of a profile. */
export const machineOf = (s: State, profile: number): number => s.machineOf[profile] ?? 0;

/** An agent was answered; the mark is on its disk before it continues. */
export function learn(s: State, machine: number, { mark, told }: { mark: number; told: number }): void {
  const known = at(s.machines, machine);
  known.mark = Math.max(known.mark, mark);
  known.told = Math.max(known.told, told);
}

/** The same for a grant, whose number is in the journal. */
export function learnGrant(
  s: State,
  profile: number,
  { grant, ...told }: { mark: number; told: number; grant: number },
): void {
  const { grants } = at(s.machines, machineOf(s, profile));
  grants[profile] = Math.max(at(grants, profile), grant);
  learn(s, machineOf(s, profile), told);
}

/** Counts a granted sending of a profile. */
export function countGrant(s: State, profile: number, rules: Rules): void {
  if (s.copies === 0 && !s.wasCopied) return;
  at(s.profiles, profile).granted += 1;
  s.grants += 1;
  if (rules.marksGrow) s.mark += 1;
}

/** An agent has met this epoch of the database; grants of another one do not count for it. */
export function meetEpoch(machine: Machine, epoch: number): void {
  machine.epoch = epoch;
  machine.grants = machine.grants.map(() => 0);
}

/** A restarted agent knows what is on its disk. */
export function forgetUnlessKept(s: State, rules: Rules): void {
  if (!rules.marksOutliveTheAgent) for (const machine of s.machines) machine.mark = 0;
}

/** Whether a copy may be put back now: no grant is on its way to an agent, which would count as unknown. */
export function canPutBack(s: State): boolean {
  return (
    s.copies > 0 && s.backup !== null && !s.net.some(({ kind, to }) => kind === 'begin' && to === 'agent')
  );
}

/**
 * The database is replaced by a copy without an announcement, and may be so again. From then on its known machines are
 * awaited.
 */
export function putBack(s: State): void {
  const { backup } = s;
  if (!backup) throw new Error('There is nothing to put back.');
  s.copies -= 1;
  s.wasCopied = true;
  const then = copyTables(backup);
  goBackTo(s, then);
  s.mark = then.mark;
  s.grants = then.grants;
  s.epoch = then.epoch;
  s.isFrozen = then.isFrozen;
  for (const [index, machine] of s.machines.entries()) {
    machine.hasMerged = at(then.machines, index).hasMerged;
    machine.isAwaited = s.machines.length > 1;
  }
}

/**
 * A work call names the agent's known mark and grants: if that is more than the database knows, it freezes
 * (docs/engine.md#high-water-mark).
 */
export function noticeCopy(s: State, index: number, rules: Rules): void {
  const machine = at(s.machines, index);
  machine.isAwaited = false;
  const known = {
    mark: rules.marksAreNamed ? machine.mark : undefined,
    epoch: machine.epoch,
    profiles: rules.grantsAreNamed
      ? machine.grants.map((grant_number, profile_id) => ({ profile_id, grant_number }))
      : [],
  };
  const facts = {
    epoch: s.epoch,
    merged_epoch: machine.hasMerged ? s.epoch : null,
    mark: s.mark,
    is_frozen: s.isFrozen,
    granted: s.profiles.map(({ granted }) => granted),
  };
  // Epochs are counted here: the last one stands for the clock, which no copy puts back.
  const now = rules.epochsNeverComeTwice ? s.lastEpoch : 0;
  const verdict = judgeCopy(known, facts, { now, draw: 0 });
  if (rules.markIsRaised) s.mark = verdict.mark;
  s.grants = Math.max(s.grants, machine.told);
  if (!verdict.has_frozen) return;
  s.isFrozen = true;
  s.lastEpoch += 1;
  s.epoch = verdict.epoch;
}

/** Whether deliveries for this machine wait for another one's call. */
export function isAwaitingOthers(s: State, index: number, rules: Rules): boolean {
  return rules.machinesAreAwaited && s.machines.some(({ isAwaited }, other) => isAwaited && other !== index);
}

const knowsGrants = (s: State, { grants }: Machine) =>
  grants.some((grant, profile) => grant > at(s.profiles, profile).granted);

/**
 * Machines whose minute may end without their call: the database, or another awaited machine, knows all that they know.
 * If no machine with that knowledge calls, nothing is promised.
 */
export function listDispensable(s: State): number[] {
  return s.machines.flatMap((machine, index) => {
    const knowsMore = machine.told > s.grants || machine.epoch > s.epoch || knowsGrants(s, machine);
    const isToldByOther = s.machines.some(
      (other, place) => place !== index && other.isAwaited && other.told > s.grants,
    );
    return machine.isAwaited && (!knowsMore || isToldByOther) ? [index] : [];
  });
}
