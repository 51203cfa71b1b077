import { isBeforeLast } from './last-moment-model.ts';
import { isLeftOut, isOverBudget, wouldUseUpBudget } from './left-alone-model.ts';
import { type Counted, countBegun, countedNow, isCapReached, isOpenFor } from './pace-model.ts';
import { hasReplied, isUndecided, recordReply } from './reply-model.ts';
import type { Rules } from './rules.ts';
import {
  completeIfDone,
  isEligible,
  isMessaged,
  isPending,
  pauseIneligible,
  rowOf,
  transition,
  valueFor,
} from './server-model.ts';
import { isCountingDown } from './start-model.ts';
import { at, HELD_UNTIL, type State } from './state.ts';

/** 'granted', or the refusal. */
export function begin(
  s: State,
  { token, sees = false }: { token: number; sees?: boolean },
  rules: Rules,
): string {
  const lease = leaseOf(s, token);
  const person = lease && sees ? at(s.names, lease.name).person : undefined;
  if (person !== undefined && rules.seenIsRecordedFirst) recordReply(s, person, rules);
  const answer = applyBegin(s, { token, verdict: judge(s, token, rules) }, rules);
  if (person !== undefined && !rules.seenIsRecordedFirst) recordReply(s, person, rules);
  return answer;
}

/** The same for several calls in one batch: all are judged, then all are written. */
export function beginTogether(s: State, tokens: number[], rules: Rules): string[] {
  const ahead: number[] = [];
  const judged = tokens.map((token) => {
    const verdict = judge(s, token, rules, rules.capCountsBatch ? ahead : []);
    if (verdict === 'granted') ahead.push(token);
    return { token, verdict };
  });
  return judged.map((one) => applyBegin(s, one, rules));
}

const leaseOf = (s: State, token: number) => s.profiles.find(({ lease }) => lease?.token === token)?.lease;

/** `ahead`: the calls before it in its batch that are granted. */
function judge(s: State, token: number, rules: Rules, ahead: number[] = []): string {
  const lease = leaseOf(s, token);
  if (!lease) return rules.beginNeedsItsLease ? 'lease_over' : 'granted';
  const counted = countedNow(s, lease.campaign);
  for (const other of ahead.map((one) => leaseOf(s, one))) {
    if (!other || rowOf(s, other.campaign, other.name)?.state !== 'leased') continue;
    counted.account += 1;
    if (other.campaign === lease.campaign) counted.campaign += 1;
  }
  const profile = s.profiles.findIndex((one) => one.lease === lease);
  return judgeBegin(s, { profile, counted }, rules);
}

function applyBegin(s: State, { token, verdict }: { token: number; verdict: string }, rules: Rules): string {
  const profile = s.profiles.findIndex(({ lease }) => lease?.token === token);
  const lease = s.profiles[profile]?.lease;
  if (!lease) return verdict;
  const { campaign, name } = lease;
  const state = rowOf(s, campaign, name)?.state;
  const isRepeated = state === 'sending' && verdict === 'granted';
  if (verdict === 'granted' && (!isRepeated || !rules.capCountsOnce))
    countBegun(s, { campaign, profile }, rules);
  if (verdict === 'lease_over' || isRepeated || (state === 'sending' && rules.beginAgainWritesNothing))
    return verdict;
  const change = rules.rowKeepsClaimedValue ? {} : { value: valueFor(s, { campaign, name }, rules) };
  if (verdict === 'granted') transition(s, { campaign, name, to: 'sending', change });
  else if (verdict === 'messaged' && !isMessaged(s, name, rules))
    transition(s, { campaign, name, to: 'waiting', change: { retryAt: HELD_UNTIL } });
  else if (['gone', 'do_not_contact', 'messaged', 'replied'].includes(verdict))
    transition(s, { campaign, name, to: 'skipped' });
  else transition(s, { campaign, name, to: 'waiting', change: { retryAt: 0 } });
  completeIfDone(s, campaign, rules);
  if (verdict === 'subscription') pauseIneligible(s, rules);
  return verdict;
}

function judgeBegin(
  s: State,
  { profile, counted }: { profile: number; counted: Counted },
  rules: Rules,
): string {
  const lease = at(s.profiles, profile).lease;
  if (!lease || lease.isOver) return 'lease_over';
  const c = at(s.campaigns, lease.campaign);
  const target = at(s.names, lease.name);
  if (rowOf(s, lease.campaign, lease.name)?.state === 'sending' && rules.beginAgainWritesNothing)
    return 'granted';
  if (c.isDeleted || c.status === 'completed' || c.status === 'failed') return 'ended';
  if (c.status !== 'running') return 'paused';
  if (rules.countdownAtBegin && isCountingDown(s, lease.campaign)) return 'paused';
  if (!s.maySend && rules.subscriptionIsNeeded) return 'subscription';
  if (s.isFrozen && rules.frozenIsHandedNothing) return 'frozen';
  const { isBlocked, isSignedOut } = at(s.profiles, profile);
  if (isBlocked || isSignedOut) return 'profile_blocked';
  if (!isEligible(s, profile)) return 'profile_inactive';
  if (rules.hoursAtBegin && !isOpenFor(s, lease.campaign)) return 'outside_hours';
  if (rules.lastMomentAtBegin && !isBeforeLast(s, lease.campaign)) return 'outside_hours';
  const place = { campaign: lease.campaign, profile };
  if (rules.capAtBegin && isCapReached(s, place, { counted, rules })) return 'cap_reached';
  if (!isPending(target) || target.campaign !== lease.campaign) return 'gone';
  if (target.isRefused && rules.stoppedAtBegin) return 'do_not_contact';
  if (isMessaged(s, lease.name, rules)) return 'messaged';
  if (rules.repliedAtBegin && hasReplied(s, lease)) return 'replied';
  if (rules.undecidedAtBegin && isUndecided(s, lease.name)) return 'gone';
  if (rules.budgetAtBegin && isOverBudget(s, lease.name)) return 'gone';
  if (rules.leftOutAtBegin && isLeftOut(s, lease)) return 'gone';
  if (rules.budgetCountsSending && wouldUseUpBudget(s, target)) return 'messaged';
  const isBeingMessaged = at(s.ledger, target.person).sending.length > 0 && rules.begunCountsAsMessaged;
  return s.neverTwice && isBeingMessaged ? 'messaged' : 'granted';
}
