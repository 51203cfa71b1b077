import type { Rules } from './rules.ts';
import { at, type State } from './state.ts';

const RESULTS: readonly string[] = ['sent', 'failed', 'not_found', 'uncertain'];
const IN_WORK: readonly string[] = ['leased', 'sending', 'waiting'];

/** How many new people the campaign's canary still lets be taken from its line; null: any number. */
export function canaryRoom(s: State, campaign: number, rules: Rules): number | null {
  const { canary, isCanaryOver } = at(s.campaigns, campaign);
  if (canary === null || isCanaryOver) return null;
  const counted = rules.canaryCountsWork ? [...RESULTS, ...IN_WORK] : RESULTS;
  return canary - at(s.rows, campaign).filter((row) => row && counted.includes(row.state)).length;
}

/** Pauses a campaign whose canary is done. One that its owner paused meanwhile waits for the same look. */
export function pauseForLook(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  if (!rules.canaryPauses || (c.status === 'paused' && !c.isPausedByHand)) return;
  Object.assign(c, { status: 'paused', isPausedByHand: false, isForLook: true });
}

/** Before its end a canary lets no more people be written to than it counts, besides those who were put back. */
export function findCanaryProblem(s: State): string | undefined {
  const isPassed = s.campaigns.some(({ canary, isCanaryOver }, campaign) => {
    if (canary === null || isCanaryOver) return false;
    const tried = at(s.rows, campaign).filter(
      (row) => row && !row.isPutBack && [...RESULTS, ...IN_WORK].includes(row.state),
    );
    return tried.length > canary;
  });
  return isPassed ? 'more people have a row than the canary counts' : undefined;
}
