import { learn, meetEpoch, noticeCopy } from './copy-model.ts';
import { copyTables, goBackTo } from './copy-state.ts';
import type { Rules } from './rules.ts';
import { isSame } from './same-state.ts';
import { at, type State, type Task } from './state.ts';

/** Events of the whole database; each but a backup is one of the state's disasters. */
export type Disaster = 'backup' | 'restore' | 'lose commits';
/** The steps of an agent and the owner after a restore. */
export type Recovery = 'merge' | 'say merged' | 'thaw';
/** One of them, with the machine that does it. */
export interface RecoveryStep {
  recovery: Recovery;
  machine: number;
}

/** The possible disasters now; none once the budget is used up. */
export function disasters(s: State): Disaster[] {
  if (s.disasters === 0 || s.isImporting) return [];
  return [
    ...(s.backup || s.isFrozen ? [] : (['backup'] as const)),
    ...(s.backup ? (['restore'] as const) : []),
    ...(s.unsynced ? (['lose commits'] as const) : []),
  ];
}

/** The next steps of agents and owner so that sending continues after a restore. */
export function recoveries(s: State): RecoveryStep[] {
  const steps = s.machines.flatMap(({ epoch, hasMerged }, machine): RecoveryStep[] => {
    if (hasOldWork(s, machine)) return [];
    if (epoch !== s.epoch) return [{ recovery: 'merge', machine }];
    return s.isFrozen && !hasMerged ? [{ recovery: 'say merged', machine }] : [];
  });
  const isReady = s.isFrozen && s.machines.every(({ hasMerged, epoch }) => hasMerged && epoch === s.epoch);
  return isReady ? [...steps, { recovery: 'thaw', machine: 0 }] : steps;
}

/** It merges when no earlier work, and no repeated report, is left. */
function hasOldWork(s: State, machine: number): boolean {
  return (
    s.tasks.some((task) => task?.machine === machine && task.epoch < s.epoch) ||
    s.reports.some((report) => report.machine === machine)
  );
}

/** Applies a disaster; `rules` say whether a restore freezes. */
export function strikeDatabase(s: State, disaster: Disaster, rules: Rules): void {
  if (disaster === 'backup') {
    s.backup = copyTables(s);
    return;
  }
  s.disasters -= 1;
  const lost = disaster === 'restore' ? s.backup : s.unsynced;
  if (!lost) throw new Error('There is nothing to go back to.');
  goBackTo(s, lost);
  if (disaster !== 'restore') return;
  s.backup = null;
  s.lastEpoch += 1;
  s.epoch = s.lastEpoch;
  s.isFrozen = rules.restoreFreezes;
  for (const machine of s.machines) machine.hasMerged = false;
}

/** Does a recovery step; `rules` say whether journals are repeated. */
export function recover(s: State, { recovery, machine: index }: RecoveryStep, rules: Rules): void {
  const machine = at(s.machines, index);
  if (recovery === 'thaw') s.isFrozen = false;
  else if (recovery === 'say merged') machine.hasMerged = true;
  else {
    // By a work call, whose answer names the epoch.
    if (s.wasCopied) noticeCopy(s, index, rules);
    if (hasOldWork(s, index)) return;
    meetEpoch(machine, s.epoch);
    if (s.wasCopied) learn(s, index, { mark: s.mark, told: s.grants });
    if (!rules.journalsAreMerged) return;
    const isDue = (task: Task) => task.machine === index && task.epoch < s.epoch;
    const again = s.answered.filter(isDue);
    s.answered = s.answered.filter((task) => !isDue(task));
    s.reports.push(...again.map((task) => ({ ...task, epoch: s.epoch })));
    // An answer that is still on its way belongs to the previous call, which has ended.
    s.net = s.net.filter(
      ({ to, kind, token }) =>
        to === 'server' || kind !== 'result' || again.every((one) => one.token !== token),
    );
  }
}

/**
 * Changes the tables. A claim's writes do not wait for the disk (`isLazy`): a crash may lose them until the next commit
 * that does. Returns whether it is the first that may be lost.
 */
export function commit(s: State, isLazy: boolean, change: () => void): boolean {
  if (s.disasters === 0) {
    change();
    return false;
  }
  const before = copyTables(s);
  change();
  if (isSame(before, s)) return false;
  if (!isLazy) s.unsynced = null;
  else if (!s.unsynced) {
    s.unsynced = before;
    return true;
  }
  return false;
}
