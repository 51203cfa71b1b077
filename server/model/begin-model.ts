import type { BeginVerdict } from '@pigeonpost/contract/rules/begin';
import { completeIfDone, pauseIneligible } from './course-model.ts';
import { beginFactsOf, NOW, retryAtOf } from './facts.ts';
import { countBegun } from './pace-model.ts';
import { recordReply } from './reply-model.ts';
import type { Rules } from './rules.ts';
import { rowOf, transition } from './server-model.ts';
import { at, type Row, type State } from './state.ts';

/** 'granted', or the refusal. */
export function begin(
  s: State,
  { token, sees = false }: { token: number; sees?: boolean },
  rules: Rules,
): string {
  const lease = s.profiles[leasing(s, token)]?.lease;
  const person = lease && sees ? at(s.names, lease.name).person : undefined;
  if (person !== undefined && rules.seenIsRecordedFirst) recordReply(s, person, rules);
  const [answer] = beginTogether(s, [token], rules);
  if (person !== undefined && !rules.seenIsRecordedFirst) recordReply(s, person, rules);
  return answer ?? 'lease_over';
}

/** The same for several calls in one batch: all are judged, then all are written. */
export function beginTogether(s: State, tokens: number[], rules: Rules): string[] {
  const { verdicts } = rules.judgeBegins(
    tokens.map((token) => beginFactsOf(s, leasing(s, token))),
    NOW,
  );
  for (const [place, verdict] of verdicts.entries()) write(s, { token: at(tokens, place), verdict }, rules);
  return verdicts.map(({ answer }) => answer);
}

/** The profile that has the lease; -1: none. */
const leasing = (s: State, token: number) => s.profiles.findIndex(({ lease }) => lease?.token === token);

function write(s: State, { token, verdict }: { token: number; verdict: BeginVerdict }, rules: Rules): void {
  const profile = leasing(s, token);
  const lease = s.profiles[profile]?.lease;
  const { answer, change } = verdict;
  if (!lease || !change) return;
  const { campaign, name } = lease;
  if (change.counted) countBegun(s, { campaign, profile }, rules);
  const changed: Partial<Row> = {
    ...(!rules.rowKeepsClaimedValue && { value: presentValue(s, lease) }),
    ...(change.retry_at !== undefined && { retryAt: retryAtOf(change.retry_at) }),
  };
  transition(s, { campaign, name, to: change.state, change: changed });
  completeIfDone(s, campaign, rules);
  if (answer === 'subscription') pauseIneligible(s, rules);
}

/** The value with which a message would be filled if that happened only now. */
function presentValue(s: State, { campaign, name }: { campaign: number; name: number }): number | null {
  if (!at(s.campaigns, campaign).hasBlank) return null;
  const row = rowOf(s, campaign, name);
  return row?.wasBegun ? row.value : at(s.values, at(s.names, name).person);
}
