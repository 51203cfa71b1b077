// Over 300 lines: the claim and what it chooses from, which share every judgement.
import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Act } from '@pigeonpost/contract/rules/by-hand';
import { landingState } from '@pigeonpost/contract/rules/change';
import { canaryRoom, pauseForLook } from './canary-model.ts';
import {
  cursorOf,
  hasLine,
  isInLine,
  type Line,
  linesFor,
  linesOf,
  readTo,
  waitsForProfiles,
} from './follow-up-model.ts';
import { isPastLast } from './last-moment-model.ts';
import { countWithoutReply, hasWritten, isLeftOut, isOverBudget } from './left-alone-model.ts';
import { mayHandOut, noteHandedOut, refuseInTime } from './pace-model.ts';
import { hasReplied, isUndecided } from './reply-model.ts';
import type { Rules } from './rules.ts';
import { isCountingDown } from './start-model.ts';
import { at, HELD_UNTIL, MAX_RETRIES, type Name, PACE, type Row, type State } from './state.ts';

export const HELD: readonly string[] = ['leased', 'sending'];
const IN_WORK: readonly string[] = ['leased', 'sending', 'waiting'];
const FAILED: readonly string[] = ['failed', 'not_found', 'uncertain'];

/** The campaign's delivery to the name; null if there is none. */
export const rowOf = (s: State, campaign: number, name: number): Row | null => at(at(s.rows, campaign), name);
/** The rule of docs/engine.md#eligibility for a profile. */
export const isEligible = (s: State, profile: number): boolean => {
  const { isActive, isBlocked, isSignedOut } = at(s.profiles, profile);
  return isActive && !isBlocked && !isSignedOut;
};
/** Whether a campaign has ended, completed or failed. */
export const isOver = (s: State, campaign: number) =>
  ['completed', 'failed'].includes(at(s.campaigns, campaign).status);
/** Whether a name is there and pending. */
export const isPending = (name: Name) => !name.isDeleted && name.status === 'pending';
const count = (s: State, campaign: number, states: readonly string[]) =>
  at(s.rows, campaign).filter((row) => row && states.includes(row.state)).length;

interface Person {
  campaign: number;
  name: number;
}

interface Transition {
  campaign: number;
  name: number;
  to: DeliveryState;
  change?: Partial<Row>;
}

/** The one function that changes a delivery's state, with all consequences. */
export function transition(s: State, { campaign, name, to, change = {} }: Transition): void {
  const row = rowOf(s, campaign, name);
  if (row && HELD.includes(row.state) && !HELD.includes(to))
    for (const profile of s.profiles) if (profile.lease?.token === row.token) profile.lease = null;
  const before = row ?? {
    token: 0,
    profile: null,
    failures: 0,
    tries: 0,
    lapsed: 0,
    settled: 0,
    isTakenOut: false,
    isPutBack: false,
    wasBegun: false,
    isBegunAfterReply: null,
    value: null,
    isHeard: false,
    retryAt: 0,
  };
  const state = landingState(to, { campaign_id: campaign, is_over: isOver(s, campaign) });
  const isTakenOut = state === 'skipped' && (change.isTakenOut ?? before.isTakenOut);
  const wasBegun = before.wasBegun || to === 'sending';
  const isAfterReply = to === 'sending' ? hasWritten(s, at(s.names, name).person) : null;
  const isBegunAfterReply = to === 'sending' || to === 'leased' ? isAfterReply : before.isBegunAfterReply;
  at(s.rows, campaign)[name] = { ...before, ...change, state, isTakenOut, wasBegun, isBegunAfterReply };
  const target = at(s.names, name);
  if (to === 'leased') target.campaign = campaign;
  else if (to === 'waiting' || to === 'stopped' || to === 'skipped') {
    if (isPending(target) && target.campaign === campaign) target.campaign = null;
  } else if (to !== 'sending' && !target.isDeleted)
    if (target.status === 'pending' || target.campaign === campaign) {
      target.status = to === 'uncertain' ? 'failed' : to;
      target.campaign = campaign;
    }
  if (!target.isDeleted || before.wasBegun) noteOutcome(s, { campaign, name, was: row?.state, to });
  if (to === 'sent') countWithoutReply(s, { campaign, name }, rowOf(s, campaign, name));
}

const OPEN: readonly (string | undefined)[] = ['sending', 'uncertain'];

/** The ledger's entry after a transition: begun, sent and unclear count as messaged, other states do not. */
export function noteOutcome(
  s: State,
  { campaign, name, was, to }: { campaign: number; name: number; was: string | undefined; to: DeliveryState },
): void {
  const entry = at(s.ledger, at(s.names, name).person);
  if (!OPEN.includes(was) && !OPEN.includes(to) && to !== 'sent') return;
  for (const kind of ['sending', 'unclear'] as const)
    entry[kind] = entry[kind].filter((other) => other !== campaign);
  if (to === 'sent') entry.isSent = true;
  else if (to === 'uncertain') entry.unclear.push(campaign);
  else if (to === 'sending') entry.sending.push(campaign);
}

/** Whether this name must not be written to, because its person was messaged or may have been. */
export function isMessaged(s: State, name: number, rules: Rules): boolean {
  const { isSent, unclear } = at(s.ledger, at(s.names, name).person);
  return s.neverTwice && (isSent || (rules.unclearCountsAsMessaged && unclear.length > 0));
}

/** The rule of docs/engine.md#completing. */
export function completeIfDone(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  if ((c.status !== 'running' && c.status !== 'paused') || c.isDeleted || c.mark === null) return;
  if (count(s, campaign, IN_WORK) > 0) return;
  if (linesOf(c).some((line) => hasLine(s, campaign, line, rules))) {
    if ((canaryRoom(s, campaign, rules) ?? 1) <= 0) pauseForLook(s, campaign, rules);
    else if (isWaitingForProfiles(s, campaign, rules)) pauseIneligible(s, rules);
    return;
  }
  const failed = count(s, campaign, ['sent']) === 0 && count(s, campaign, FAILED) > 0;
  c.status = failed ? 'failed' : 'completed';
}

const isWaitingForProfiles = (s: State, campaign: number, rules: Rules) =>
  waitsForProfiles(s, campaign, { isAble: (profile) => isEligible(s, profile), rules });

/** Pauses campaigns that may not or cannot continue (docs/engine.md#eligibility). */
export function pauseIneligible(s: State, rules: Rules): void {
  for (const [campaign, c] of s.campaigns.entries()) {
    const isPast = rules.lastMomentPauses && isPastLast(s, campaign);
    const mayGoOn =
      s.maySend &&
      !isPast &&
      c.profiles.some((profile) => isEligible(s, profile)) &&
      !isWaitingForProfiles(s, campaign, rules);
    if (c.status === 'running' && !c.isDeleted && !mayGoOn)
      Object.assign(c, { status: 'paused', isPausedByHand: false });
  }
}

/** Does to the lease's delivery what a person or its agent wants; false where its message may be out. */
export function act(s: State, lease: Person, wanted: Act, rules: Rules): boolean {
  const { campaign, name } = lease;
  const row = rowOf(s, campaign, name);
  if (!row) return true;
  const facts = { campaign_id: campaign, state: row.state, is_over: isOver(s, campaign) };
  const change = rules.judgeAct(wanted, facts, 0);
  if (change === 'being_sent') return false;
  const retryAt = change?.retry_at ?? row.retryAt;
  if (change) transition(s, { campaign, name, to: change.state, change: { retryAt } });
  completeIfDone(s, campaign, rules);
  return true;
}

/** Takes back leases that the agent does not name and has not begun. */
export function releaseUnnamed(s: State, named: number[], rules: Rules): void {
  for (const lease of s.profiles.flatMap(({ lease }) => (lease ? [lease] : [])))
    if (!named.includes(lease.token)) act(s, lease, 'hand_back', rules);
}

/**
 * The next names for these profiles, the longest waiting profile first, as tokens; null if there is none. A call
 * without a delivery notices that its user may not send.
 */
export function claimFor(s: State, profiles: number[], rules: Rules): (number | null)[] {
  const tokens = profiles.map((): number | null => null);
  if (s.isFrozen && s.maySend && rules.frozenIsHandedNothing) return tokens;
  if (s.maySend || !rules.subscriptionIsNeeded)
    for (const profile of profiles.toSorted((one, other) => waitedSince(s, one) - waitedSince(s, other)))
      tokens[profiles.indexOf(profile)] = claim(s, profile, rules);
  else pauseIneligible(s, rules);
  return tokens;
}

const waitedSince = (s: State, profile: number) => at(s.profiles, profile).dueAt || Number.NEGATIVE_INFINITY;

function claim(s: State, profile: number, rules: Rules): number | null {
  const { lease, dueAt, isResting } = at(s.profiles, profile);
  if (!isEligible(s, profile) || lease || dueAt > 0 || isResting) return null;
  const campaign = s.campaigns.findIndex(
    (c) => c.status === 'running' && !c.isDeleted && c.profiles.includes(profile),
  );
  if (campaign < 0 || (rules.countdownAtClaim && isCountingDown(s, campaign))) return null;
  if (!mayHandOut(s, { campaign, profile }, rules)) {
    refuseInTime(s, campaign, rules);
    return null;
  }
  let name: number | null = null;
  for (const line of linesFor(s, { campaign, profile })) {
    if (!rules.lineComesBeforeRetries) name ??= nextRetry(s, campaign, line, rules);
    name ??= nextInLine(s, campaign, line, rules);
    name ??= nextRetry(s, campaign, line, rules);
  }
  const token = name === null ? null : s.nextToken++;
  if (name !== null && token !== null) {
    const tries = (rowOf(s, campaign, name)?.tries ?? 0) + 1;
    const value = valueFor(s, { campaign, name }, rules);
    transition(s, { campaign, name, to: 'leased', change: { token, profile, tries, value, isHeard: false } });
    at(s.profiles, profile).lease = { token, campaign, name, isOver: false };
    noteHandedOut(s, campaign);
  }
  completeIfDone(s, campaign, rules);
  return token;
}

/** The value with which the name's message would be filled now; 0: none, null: the text has no blank. */
export function valueFor(
  s: State,
  { campaign, name }: { campaign: number; name: number },
  rules: Rules,
): number | null {
  if (!at(s.campaigns, campaign).hasBlank) return null;
  const row = rowOf(s, campaign, name);
  // A begun message may arrive late: every later try has the same one.
  if (row?.wasBegun && row.value !== null && rules.begunKeepsValue) return row.value;
  return at(s.values, at(s.names, name).person);
}

function nextRetry(s: State, campaign: number, of: Line, rules: Rules): number | null {
  const due = at(s.rows, campaign)
    .map((row, name) => ({ row, name }))
    .filter(
      ({ row, name }) =>
        row?.state === 'waiting' && row.retryAt <= 0 && isTriedIn(s, { campaign, name }, of, rules),
    )
    .sort((one, other) => (one.row?.retryAt ?? 0) - (other.row?.retryAt ?? 0) || one.name - other.name);
  for (const { name, row } of due) {
    const target = at(s.names, name);
    const isLater = target.position > (at(s.campaigns, campaign).mark ?? 0) && row?.settled === 0;
    const isUnfilled = rules.unfilledRetryIsSkipped && valueFor(s, { campaign, name }, rules) === 0;
    const isLeftAlone =
      (rules.repliedRetryIsSkipped && hasReplied(s, { campaign, name })) ||
      (rules.undecidedRetryIsSkipped && isUndecided(s, name)) ||
      (rules.budgetRetryIsSkipped && isOverBudget(s, name)) ||
      (rules.leftOutRetryIsSkipped && isLeftOut(s, { campaign, name }));
    const isStopped = target.isRefused && rules.stoppedRetryIsSkipped;
    const isRefused = isStopped || isMessaged(s, name, rules) || isLeftAlone;
    if (!isPending(target) || isLater || isRefused || isUnfilled)
      transition(s, { campaign, name, to: 'skipped' });
    else if (target.campaign !== null && rules.heldNamesArePassed)
      transition(s, { campaign, name, to: 'waiting', change: { retryAt: HELD_UNTIL } });
    else return name;
  }
  return null;
}

/** A name that is gone is nobody's. */
const isTriedIn = (s: State, person: { campaign: number; name: number }, line: Line, rules: Rules) =>
  at(s.names, person.name).isDeleted && at(s.campaigns, person.campaign).isFollowUp
    ? line === null
    : isInLine(s, person, line, rules);

function nextInLine(s: State, campaign: number, of: Line, rules: Rules): number | null {
  const c = at(s.campaigns, campaign);
  const line = s.names
    .map((target, name) => ({ target, name }))
    .filter(
      ({ target, name }) =>
        isPending(target) &&
        isInLine(s, { campaign, name }, of, rules) &&
        target.position > cursorOf(c, of, rules) &&
        target.position <= (c.mark ?? 0),
    )
    .sort((one, other) => one.target.position - other.target.position);
  for (const { target, name } of line) {
    if ((canaryRoom(s, campaign, rules) ?? 1) <= 0) return null;
    readTo(c, of, target.position, rules);
    const known = rowOf(s, campaign, name);
    if (known && (rules.pulledStays || !known.isTakenOut)) continue;
    const isUnfilled = rules.unfilledIsSkipped && valueFor(s, { campaign, name }, rules) === 0;
    const isLeftAlone =
      (rules.repliedAtClaim && hasReplied(s, { campaign, name })) ||
      (rules.undecidedAtClaim && isUndecided(s, name)) ||
      (rules.budgetAtClaim && isOverBudget(s, name)) ||
      (rules.leftOutAtClaim && isLeftOut(s, { campaign, name }));
    const isStopped = target.isRefused && rules.stoppedAtClaim;
    if (isStopped || isMessaged(s, name, rules) || isLeftAlone || isUnfilled)
      transition(s, { campaign, name, to: 'skipped' });
    else if (target.campaign !== null && rules.heldNamesArePassed) {
      if (rules.heldNamesWait)
        transition(s, { campaign, name, to: 'waiting', change: { retryAt: HELD_UNTIL } });
    } else return name;
  }
  return null;
}

/** Takes back a delivery that was not begun; 'granted', or that a result is owed. */
export function release(s: State, token: number, rules: Rules): string {
  const lease = s.profiles.find((profile) => profile.lease?.token === token)?.lease;
  if (!lease) return 'granted';
  return act(s, lease, 'hand_back', rules) ? 'granted' : 'conflict';
}

/** The pause of a profile, which is never shortened. */
export function pace(s: State, profile: number, until: number): void {
  const target = at(s.profiles, profile);
  target.dueAt = Math.max(target.dueAt || Number.NEGATIVE_INFINITY, until);
}

function endLease(s: State, { campaign, name }: Person, rules: Rules): void {
  const row = rowOf(s, campaign, name);
  if (!row) return;
  const facts = {
    campaign_id: campaign,
    is_over: isOver(s, campaign),
    state: row.state,
    failures: row.failures,
    has_lapsed: row.lapsed !== 0,
    max_retries: MAX_RETRIES,
    due_at: PACE,
  };
  const { state: to, lapses, failures = row.failures, retry_at = row.retryAt } = rules.judgeLapse(facts, 0);
  const lapsed = lapses ? row.lapsed || row.token : row.lapsed;
  transition(s, { campaign, name, to, change: { lapsed, failures, retryAt: retry_at } });
}

/** Ends the leases that ran out, then completes and pauses the campaigns that no other step has. */
export function sweep(s: State, rules: Rules): void {
  for (const [profile, { lease }] of s.profiles.entries()) {
    if (!lease?.isOver) continue;
    pace(s, profile, PACE);
    endLease(s, lease, rules);
    completeIfDone(s, lease.campaign, rules);
  }
  pauseIneligible(s, rules);
  s.campaigns.forEach((c, campaign) => {
    if (c.status === 'running') completeIfDone(s, campaign, rules);
  });
}
