import type { CanaryFacts } from '@pigeonpost/contract/rules/facts';
import type { Rules } from './rules.ts';
import { at, type State } from './state.ts';

const FAILED: readonly string[] = ['failed', 'not_found', 'uncertain'];
const IN_WORK: readonly string[] = ['leased', 'sending', 'waiting'];

/** How far a campaign has come with the people before its look. */
export function canaryFactsOf(s: State, campaign: number, rules: Rules): CanaryFacts {
  const { canary, isCanaryOver } = at(s.campaigns, campaign);
  const count = (states: readonly string[]) =>
    at(s.rows, campaign).filter((row) => row && states.includes(row.state)).length;
  return {
    canary,
    is_canary_over: isCanaryOver,
    total_sent: count(['sent']),
    total_failed: count(FAILED),
    in_work: rules.canaryCountsWork ? count(IN_WORK) : 0,
  };
}

/** Before its end a canary lets no more people be written to than it counts, besides those who were put back. */
export function findCanaryProblem(s: State): string | undefined {
  const isPassed = s.campaigns.some(({ canary, isCanaryOver }, campaign) => {
    if (canary === null || isCanaryOver) return false;
    const tried = at(s.rows, campaign).filter(
      (row) => row && !row.isPutBack && ['sent', ...FAILED, ...IN_WORK].includes(row.state),
    );
    return tried.length > canary;
  });
  return isPassed ? 'more people have a row than the canary counts' : undefined;
}
