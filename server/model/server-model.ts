import type { Outcome } from '@pigeonpost/contract/agent';
import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Rules } from './rules.ts';
import { at, MAX_RETRIES, type Name, type Row, type Server, type State } from './state.ts';

const HELD: readonly string[] = ['leased', 'sending'];
const IN_WORK: readonly string[] = ['leased', 'sending', 'waiting'];
const FAILED: readonly string[] = ['failed', 'not_found', 'uncertain'];

export const rowOf = (s: State, campaign: number, name: number): Row | null => at(at(s.rows, campaign), name);
export const isEligible = (s: State, profile: number): boolean => {
  const { isActive, isBlocked, isSignedOut } = at(s.profiles, profile);
  return isActive && !isBlocked && !isSignedOut;
};
const isOver = (s: State, campaign: number) =>
  ['completed', 'failed'].includes(at(s.campaigns, campaign).status);
const isPending = (name: Name) => !name.isDeleted && name.status === 'pending';
const count = (s: State, campaign: number, states: readonly string[]) =>
  at(s.rows, campaign).filter((row) => row && states.includes(row.state)).length;

interface Transition {
  campaign: number;
  name: number;
  to: DeliveryState;
  change?: Partial<Row>;
}

/** The one function that moves a delivery, with what hangs on it. */
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
    isHeard: false,
    retryAt: 0,
  };
  const state = to === 'waiting' && isOver(s, campaign) ? 'stopped' : to;
  at(s.rows, campaign)[name] = { ...before, ...change, state };
  const target = at(s.names, name);
  if (to === 'leased') target.campaign = campaign;
  else if (to === 'waiting' || to === 'stopped' || to === 'skipped') {
    if (isPending(target) && target.campaign === campaign) target.campaign = null;
  } else if (to !== 'sending' && !target.isDeleted)
    if (target.status === 'pending' || target.campaign === campaign) {
      target.status = to === 'uncertain' ? 'failed' : to;
      target.campaign = campaign;
    }
}

export function completeIfDone(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  if ((c.status !== 'running' && c.status !== 'paused') || c.isDeleted || c.mark === null) return;
  if (count(s, campaign, IN_WORK) > 0) return;
  const from = c.passed && rules.completionCountsHeldNames ? 0 : c.cursor;
  const mark = c.mark;
  if (s.names.some((name) => isPending(name) && name.position > from && name.position <= mark)) return;
  const failed = count(s, campaign, ['sent']) === 0 && count(s, campaign, FAILED) > 0;
  c.status = failed ? 'failed' : 'completed';
}

export function pauseIneligible(s: State): void {
  for (const c of s.campaigns)
    if (c.status === 'running' && !c.isDeleted && !c.profiles.some((profile) => isEligible(s, profile)))
      c.status = 'paused';
}

/** What the agent does not name, and has not begun, goes back. */
export function releaseUnnamed(s: State, named: number[], rules: Rules): void {
  for (const { campaign, name, token } of s.profiles.flatMap(({ lease }) => (lease ? [lease] : []))) {
    if (named.includes(token)) continue;
    if (rowOf(s, campaign, name)?.state === 'sending' && rules.holdingSparesBegun) continue;
    transition(s, { campaign, name, to: 'waiting', change: { retryAt: 0 } });
    completeIfDone(s, campaign, rules);
  }
}

/** The next name for a profile, as a token; null when there is none. */
export function claim(s: State, profile: number, rules: Rules): number | null {
  if (!isEligible(s, profile) || at(s.profiles, profile).lease) return null;
  const campaign = s.campaigns.findIndex(
    (c) => c.status === 'running' && !c.isDeleted && c.profiles.includes(profile),
  );
  if (campaign < 0) return null;
  const c = at(s.campaigns, campaign);
  let name = rules.lineComesBeforeRetries ? null : nextRetry(s, campaign, rules);
  name ??= nextInLine(s, campaign, rules);
  if (name === null && c.passed) {
    c.cursor = 0;
    c.passed = false;
    name = nextInLine(s, campaign, rules);
  }
  name ??= nextRetry(s, campaign, rules);
  const token = name === null ? null : s.nextToken++;
  if (name !== null && token !== null) {
    const tries = (rowOf(s, campaign, name)?.tries ?? 0) + 1;
    transition(s, { campaign, name, to: 'leased', change: { token, profile, tries, isHeard: false } });
    at(s.profiles, profile).lease = { token, campaign, name, isOver: false };
  }
  completeIfDone(s, campaign, rules);
  return token;
}

function nextRetry(s: State, campaign: number, rules: Rules): number | null {
  const due = at(s.rows, campaign)
    .map((row, name) => ({ row, name }))
    .filter(({ row }) => row?.state === 'waiting' && row.retryAt <= 0)
    .sort((one, other) => (one.row?.retryAt ?? 0) - (other.row?.retryAt ?? 0) || one.name - other.name);
  const free: number[] = [];
  for (const { name } of due) {
    const target = at(s.names, name);
    if (!isPending(target) || target.isRefused) transition(s, { campaign, name, to: 'skipped' });
    else if (target.campaign !== null && rules.heldNamesArePassed)
      transition(s, { campaign, name, to: 'waiting', change: { retryAt: 1 } });
    else free.push(name);
  }
  return free[0] ?? null;
}

function nextInLine(s: State, campaign: number, rules: Rules): number | null {
  const c = at(s.campaigns, campaign);
  const line = s.names
    .map((target, name) => ({ target, name }))
    .filter(
      ({ target }) => isPending(target) && target.position > c.cursor && target.position <= (c.mark ?? 0),
    )
    .sort((one, other) => one.target.position - other.target.position);
  for (const { target, name } of line) {
    c.cursor = target.position;
    const known = rowOf(s, campaign, name);
    if (known) continue;
    if (target.campaign !== null && rules.heldNamesArePassed) c.passed = true;
    else if (target.isRefused) transition(s, { campaign, name, to: 'skipped' });
    else return name;
  }
  return null;
}

/** 'granted', or why not. */
export function begin(s: State, token: number, rules: Rules): string {
  const profile = s.profiles.findIndex(({ lease }) => lease?.token === token);
  const lease = s.profiles[profile]?.lease;
  if (!lease) return rules.beginNeedsItsLease ? 'lease_over' : 'granted';
  const { campaign, name } = lease;
  const verdict = judgeBegin(s, profile, rules);
  const state = rowOf(s, campaign, name)?.state;
  if (
    verdict === 'lease_over' ||
    (state === 'sending' && (rules.beginAgainWritesNothing || verdict === 'granted'))
  )
    return verdict;
  if (verdict === 'granted') transition(s, { campaign, name, to: 'sending' });
  else if (verdict === 'gone' || verdict === 'do_not_contact')
    transition(s, { campaign, name, to: 'skipped' });
  else transition(s, { campaign, name, to: 'waiting', change: { retryAt: 0 } });
  completeIfDone(s, campaign, rules);
  return verdict;
}

function judgeBegin(s: State, profile: number, rules: Rules): string {
  const lease = at(s.profiles, profile).lease;
  if (!lease || lease.isOver) return 'lease_over';
  const c = at(s.campaigns, lease.campaign);
  const target = at(s.names, lease.name);
  if (rowOf(s, lease.campaign, lease.name)?.state === 'sending' && rules.beginAgainWritesNothing)
    return 'granted';
  if (c.isDeleted || c.status === 'completed' || c.status === 'failed') return 'ended';
  if (c.status !== 'running') return 'paused';
  const { isBlocked, isSignedOut } = at(s.profiles, profile);
  if (isBlocked || isSignedOut) return 'profile_blocked';
  if (!isEligible(s, profile)) return 'profile_inactive';
  if (!isPending(target) || target.campaign !== lease.campaign) return 'gone';
  return target.isRefused ? 'do_not_contact' : 'granted';
}

export interface Report {
  token: number;
  campaign: number;
  name: number;
  outcome: Outcome;
  isBlocked: boolean;
  isSignedOut: boolean;
  server: Server;
}

/** The state that is recorded, or 'stale'. */
export function result(s: State, report: Report, rules: Rules): string {
  const { campaign, name, token, outcome } = report;
  const row = rowOf(s, campaign, name);
  const isMine = row?.token === token;
  const to = judgeResult(s, report, rules);
  if (to === null) return 'stale';
  const wasHeld = row !== null && HELD.includes(row.state);
  const countsLate = judgeLate(row, report, rules);
  const fails = outcome === 'failed' && (wasHeld || countsLate) && !(rests(report) && rules.restsCostNoTry);
  const isNews = row?.state !== to || countsLate || (rests(report) && isMine && !row.isHeard);
  const answer = to === 'waiting' && isOver(s, campaign) ? 'stopped' : to;
  if (!isNews) return answer;
  const change: Partial<Row> = { token, isHeard: true, failures: (row?.failures ?? 0) + (fails ? 1 : 0) };
  if (to === 'waiting' && wasHeld) change.retryAt = 0;
  if (to === 'waiting' && wasHeld && rests(report)) change.tries = row.tries - 1;
  transition(s, { campaign, name, to, change });
  if (isMine && row.profile !== null) rest(s, row.profile, report);
  const c = at(s.campaigns, campaign);
  if (to === 'sent' && c.status === 'failed') c.status = 'completed';
  completeIfDone(s, campaign, rules);
  return answer;
}

/** Whether its profile is to blame, and not the name. */
const rests = ({ isBlocked, isSignedOut }: Report) => isBlocked || isSignedOut;

function rest(s: State, index: number, { isBlocked, isSignedOut }: Report): void {
  const profile = at(s.profiles, index);
  const isNews = (isBlocked && !profile.isBlocked) || (isSignedOut && !profile.isSignedOut);
  profile.isBlocked ||= isBlocked;
  profile.isSignedOut ||= isSignedOut;
  if (isNews) pauseIneligible(s);
}

/** Whether this `failed` counts for a lease that ended before begin without counting itself. */
function judgeLate(row: Row | null, report: Report, rules: Rules): boolean {
  const { token, outcome } = report;
  if (row?.token !== token || row.state !== 'waiting' || row.lapsed !== token) return false;
  return outcome === 'failed' && !rests(report) && !(row.isHeard && rules.lateFailedCountsOnce);
}

/** A report of another server counts nothing, and one without a row only from this server, for its own list. */
function isBelieved(s: State, { campaign, name, server }: Report, rules: Rules): boolean {
  if (server === 'another') return !rules.onlyThisServerIsBelieved;
  if (rowOf(s, campaign, name)) return true;
  if (server === 'none' && rules.onlyThisServerIsBelieved) return false;
  const { position, isDeleted } = at(s.names, name);
  return (
    !isDeleted && (position <= (at(s.campaigns, campaign).mark ?? position) || !rules.onlyItsListIsBelieved)
  );
}

function judgeResult(s: State, report: Report, rules: Rules): DeliveryState | null {
  const { campaign, name, token, outcome } = report;
  if (at(s.campaigns, campaign).isGone || !isBelieved(s, report, rules)) return null;
  const row = rowOf(s, campaign, name);
  const isMine = row?.token === token;
  const said = outcome === 'unknown' ? (rules.unknownIsNotRetried ? 'uncertain' : 'waiting') : outcome;
  if (row && isMine && HELD.includes(row.state)) {
    if (outcome !== 'failed') return said;
    return (rests(report) && rules.restsCostNoTry) || row.failures < MAX_RETRIES ? 'waiting' : 'failed';
  }
  if (row && isMine && row.state === 'waiting' && outcome === 'failed')
    return judgeLate(row, report, rules) && row.failures >= MAX_RETRIES ? 'failed' : 'waiting';
  if (row && isMine && row.state === 'stopped' && outcome === 'failed') return 'stopped';
  if (row && isMine && row.state === said) return row.state;
  if (outcome === 'sent' && row?.state !== 'sent') return rules.lateSentIsBelieved ? 'sent' : null;
  if (outcome === 'failed' && row?.state === 'uncertain' && (isMine || !rules.lateFailedNeedsItsToken))
    return 'failed';
  if (outcome === 'unknown' && row?.settled === token) return null;
  const isOpen = !row || ['leased', 'waiting', 'stopped'].includes(row.state);
  return outcome === 'unknown' && isOpen ? 'uncertain' : null;
}

/** From the second time on a lease that ends before begin is a failed try. */
function endUnbegun(s: State, { campaign, name }: { campaign: number; name: number }, rules: Rules): void {
  const row = rowOf(s, campaign, name);
  if (!row) return;
  const counts = row.lapsed !== 0 && rules.lapsesCount;
  const to = counts && row.failures >= MAX_RETRIES ? 'failed' : 'waiting';
  const change = { lapsed: row.lapsed || row.token, failures: row.failures + (counts ? 1 : 0), retryAt: 0 };
  transition(s, { campaign, name, to, change });
}

/** Ends the leases that ran out, then completes and pauses the campaigns that no other step has. */
export function sweep(s: State, rules: Rules): void {
  for (const { lease } of [...s.profiles]) {
    if (!lease?.isOver) continue;
    const { campaign, name } = lease;
    const isSending = rowOf(s, campaign, name)?.state === 'sending';
    if (isSending && rules.leaseEndWhileSendingIsUncertain)
      transition(s, { campaign, name, to: 'uncertain' });
    else endUnbegun(s, { campaign, name }, rules);
    completeIfDone(s, campaign, rules);
  }
  pauseIneligible(s);
  s.campaigns.forEach((c, campaign) => {
    if (c.status === 'running') completeIfDone(s, campaign, rules);
  });
}
