import type { Rules } from './rules.ts';
import { at, copyTables, noEntry, type State, type Tables, type Task } from './state.ts';

/** What becomes of the database as a whole; each but a backup is one of the state's disasters. */
export type Disaster = 'backup' | 'restore' | 'lose commits';
/** What an agent and the owner do after a restore. */
export type Recovery = 'merge' | 'say merged' | 'thaw';

/** What may happen to the database now; nothing once the budget is used up. */
export function disasters(s: State): Disaster[] {
  if (s.disasters === 0 || s.isImporting) return [];
  return [
    ...(s.backup || s.isFrozen ? [] : (['backup'] as const)),
    ...(s.backup ? (['restore'] as const) : []),
    ...(s.unsynced ? (['lose commits'] as const) : []),
  ];
}

/** What agent and owner may do next so that sending goes on after a restore. */
export function recoveries(s: State): Recovery[] {
  const isOld = ({ epoch }: Task) => epoch < s.epoch;
  const inWork = [...s.tasks, ...s.reports].flatMap((task) => (task ? [task] : []));
  if (s.metEpoch < s.epoch) return inWork.some(isOld) ? [] : ['merge'];
  if (!s.isFrozen) return [];
  if (!s.isMerged) return inWork.some(isOld) ? [] : ['say merged'];
  return ['thaw'];
}

/** Does one of the disasters; `rules` say whether a restore freezes. */
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
  s.epoch += 1;
  s.isFrozen = rules.restoreFreezes;
  s.isMerged = false;
}

/**
 * A name that was not there then is not there now. Whom a campaign was started with, and what an owner set by hand, stays
 * known to us alone.
 */
function goBackTo(s: State, then: Tables): void {
  const { names, campaigns, profiles, rows, ledger, gone, maySend } = copyTables(then);
  const added = s.names.slice(names.length).map((name) => ({ ...name, isDeleted: true, campaign: null }));
  s.campaigns = campaigns.map((campaign, index) => ({ ...campaign, chosen: at(s.campaigns, index).chosen }));
  const there = names.map((name, index) => ({ ...name, isByHand: at(s.names, index).isByHand }));
  s.names = [...there, ...added];
  s.rows = rows.map((of) => [...of, ...added.map(() => null)]);
  s.ledger = [...ledger, ...s.ledger.slice(ledger.length).map(noEntry)];
  s.gone = gone.map((of) => [...of, ...added.map(() => null)]);
  s.profiles = profiles;
  s.maySend = maySend;
  s.unsynced = null;
}

/** Does one of the recoveries; `rules` say whether journals are repeated. */
export function recover(s: State, step: Recovery, rules: Rules): void {
  if (step === 'thaw') s.isFrozen = false;
  else if (step === 'say merged') s.isMerged = true;
  else {
    s.metEpoch = s.epoch;
    if (!rules.journalsAreMerged) return;
    const again = s.answered.filter(({ epoch }) => epoch < s.epoch);
    s.answered = s.answered.filter(({ epoch }) => epoch >= s.epoch);
    s.reports.push(...again);
    // An answer that is still under way belongs to the call before, which has ended.
    s.net = s.net.filter(
      ({ to, kind, token }) =>
        to === 'server' || kind !== 'result' || again.every((one) => one.token !== token),
    );
  }
}

/**
 * Does something to the tables. What a claim writes does not wait for the disk (`isLazy`): a crash may lose it until the
 * next commit that does. Gives whether it is the first that may be lost.
 */
export function commit(s: State, isLazy: boolean, change: () => void): boolean {
  if (s.disasters === 0) {
    change();
    return false;
  }
  const before = copyTables(s);
  change();
  if (JSON.stringify(before) === JSON.stringify(copyTables(s))) return false;
  if (!isLazy) s.unsynced = null;
  else if (!s.unsynced) {
    s.unsynced = before;
    return true;
  }
  return false;
}
