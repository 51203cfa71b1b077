import type { Outcome } from '@pigeonpost/contract/agent';
import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Rules } from './rules.ts';
import { at, MAX_RETRIES, type Name, type Row, type State } from './state.ts';

const HELD: readonly string[] = ['leased', 'sending'];
const IN_WORK: readonly string[] = ['leased', 'sending', 'waiting'];
const FAILED: readonly string[] = ['failed', 'not_found', 'uncertain'];

export const rowOf = (s: State, campaign: number, name: number): Row | null => at(at(s.rows, campaign), name);
export const isAble = (s: State, profile: number): boolean => {
  const { isActive, isBlocked } = at(s.profiles, profile);
  return isActive && !isBlocked;
};
const isPending = (name: Name) => !name.isDeleted && name.status === 'pending';
const count = (s: State, campaign: number, states: readonly string[]) =>
  at(s.rows, campaign).filter((row) => row && states.includes(row.state)).length;

interface Move {
  campaign: number;
  name: number;
  to: DeliveryState;
  change?: Partial<Row>;
}

/** The one function that moves a delivery, with what hangs on it. */
export function move(s: State, { campaign, name, to, change = {} }: Move): void {
  const row = rowOf(s, campaign, name);
  if (row && HELD.includes(row.state) && !HELD.includes(to))
    for (const profile of s.profiles) if (profile.lease?.token === row.token) profile.lease = null;
  const before = row ?? { token: 0, profile: null, failures: 0, isHeard: false, retryAt: 0 };
  at(s.rows, campaign)[name] = { ...before, ...change, state: to };
  const target = at(s.names, name);
  if (to === 'leased') target.campaign = campaign;
  else if (to === 'waiting' || to === 'skipped') {
    if (isPending(target) && target.campaign === campaign) target.campaign = null;
  } else if (to !== 'sending' && !target.isDeleted)
    if (target.status === 'pending' || target.campaign === campaign) {
      target.status = to === 'uncertain' ? 'failed' : to;
      target.campaign = campaign;
    }
}

export function settle(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  if ((c.status !== 'running' && c.status !== 'paused') || c.isDeleted || c.mark === null) return;
  if (count(s, campaign, IN_WORK) > 0) return;
  const from = c.passed && rules.completionCountsHeldNames ? 0 : c.cursor;
  const mark = c.mark;
  if (s.names.some((name) => isPending(name) && name.position > from && name.position <= mark)) return;
  const failed = count(s, campaign, ['sent']) === 0 && count(s, campaign, FAILED) > 0;
  c.status = failed ? 'failed' : 'completed';
}

export function pauseUnfit(s: State): void {
  for (const c of s.campaigns)
    if (c.status === 'running' && !c.isDeleted && !c.profiles.some((profile) => isAble(s, profile)))
      c.status = 'paused';
}

/** The next name for a profile, as a token; null when there is none. */
export function claim(s: State, profile: number, rules: Rules): number | null {
  if (!isAble(s, profile) || at(s.profiles, profile).lease) return null;
  const campaign = s.campaigns.findIndex(
    (c) => c.status === 'running' && !c.isDeleted && c.profiles.includes(profile),
  );
  if (campaign < 0) return null;
  const c = at(s.campaigns, campaign);
  let name = look(s, campaign, rules);
  if (name === null && c.passed) {
    c.cursor = 0;
    c.passed = false;
    name = look(s, campaign, rules);
  }
  const token = name === null ? null : s.nextToken++;
  if (name !== null && token !== null) {
    move(s, { campaign, name, to: 'leased', change: { token, profile, isHeard: false } });
    at(s.profiles, profile).lease = { token, campaign, name, isOver: false };
  }
  settle(s, campaign, rules);
  return token;
}

function look(s: State, campaign: number, rules: Rules): number | null {
  return lookAtRetries(s, campaign, rules) ?? lookAlongTheLine(s, campaign, rules);
}

function lookAtRetries(s: State, campaign: number, rules: Rules): number | null {
  const due = at(s.rows, campaign)
    .map((row, name) => ({ row, name }))
    .filter(({ row }) => row?.state === 'waiting' && row.retryAt <= 0)
    .sort((one, other) => (one.row?.retryAt ?? 0) - (other.row?.retryAt ?? 0) || one.name - other.name);
  const free: number[] = [];
  for (const { name } of due) {
    const target = at(s.names, name);
    if (!isPending(target) || target.isRefused) move(s, { campaign, name, to: 'skipped' });
    else if (target.campaign !== null && rules.heldNamesArePassed)
      move(s, { campaign, name, to: 'waiting', change: { retryAt: 1 } });
    else free.push(name);
  }
  return free[0] ?? null;
}

function lookAlongTheLine(s: State, campaign: number, rules: Rules): number | null {
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
    else if (target.isRefused) move(s, { campaign, name, to: 'skipped' });
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
  if (verdict === 'granted') move(s, { campaign, name, to: 'sending' });
  else if (verdict === 'gone' || verdict === 'do_not_contact') move(s, { campaign, name, to: 'skipped' });
  else move(s, { campaign, name, to: 'waiting', change: { retryAt: 0 } });
  settle(s, campaign, rules);
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
  if (at(s.profiles, profile).isBlocked) return 'profile_blocked';
  if (!isAble(s, profile)) return 'profile_inactive';
  if (!isPending(target) || target.campaign !== lease.campaign) return 'gone';
  return target.isRefused ? 'do_not_contact' : 'granted';
}

export interface Report {
  token: number;
  campaign: number;
  name: number;
  outcome: Outcome;
  isBlocked: boolean;
}

/** The state that is recorded, or 'stale'. */
export function result(s: State, report: Report, rules: Rules): string {
  const { campaign, name, token, outcome, isBlocked } = report;
  const row = rowOf(s, campaign, name);
  const isMine = row?.token === token;
  const to = judgeResult(s, report, rules);
  if (to === null) return 'stale';
  const isNews = row?.state !== to || (isBlocked && isMine && !row.isHeard);
  if (!isNews) return to;
  const wasHeld = row !== null && HELD.includes(row.state);
  const fails = outcome === 'failed' && wasHeld && !isBlocked;
  const change: Partial<Row> = { token, isHeard: true, failures: (row?.failures ?? 0) + (fails ? 1 : 0) };
  if (to === 'waiting' && wasHeld) change.retryAt = 0;
  move(s, { campaign, name, to, change });
  if (isBlocked && isMine && row.profile !== null) {
    const profile = at(s.profiles, row.profile);
    const wasBlocked = profile.isBlocked;
    profile.isBlocked = true;
    if (!wasBlocked) pauseUnfit(s);
  }
  const c = at(s.campaigns, campaign);
  if (to === 'sent' && c.status === 'failed') c.status = 'completed';
  settle(s, campaign, rules);
  return to;
}

function judgeResult(
  s: State,
  { campaign, name, token, outcome, isBlocked }: Report,
  rules: Rules,
): DeliveryState | null {
  if (at(s.campaigns, campaign).isGone) return null;
  const row = rowOf(s, campaign, name);
  const isMine = row?.token === token;
  const said = outcome === 'unknown' ? (rules.unknownIsNotRetried ? 'uncertain' : 'waiting') : outcome;
  if (row && isMine && HELD.includes(row.state)) {
    if (outcome !== 'failed') return said;
    return isBlocked || row.failures < MAX_RETRIES ? 'waiting' : 'failed';
  }
  if (row && isMine && row.state === 'waiting' && outcome === 'failed') return 'waiting';
  if (row && isMine && row.state === said) return row.state;
  if (outcome === 'sent' && row?.state !== 'sent') return rules.lateSentIsBelieved ? 'sent' : null;
  if (outcome === 'failed' && row?.state === 'uncertain' && (isMine || !rules.lateFailedNeedsItsToken))
    return 'failed';
  const isOpen = !row || row.state === 'leased' || row.state === 'waiting';
  return outcome === 'unknown' && isOpen ? 'uncertain' : null;
}

/** Ends the leases that ran out, then completes and pauses what nobody else did. */
export function sweep(s: State, rules: Rules): void {
  for (const { lease } of [...s.profiles]) {
    if (!lease?.isOver) continue;
    const { campaign, name } = lease;
    const isSending = rowOf(s, campaign, name)?.state === 'sending';
    if (isSending && rules.leaseEndWhileSendingIsUncertain) move(s, { campaign, name, to: 'uncertain' });
    else move(s, { campaign, name, to: 'waiting', change: { retryAt: 0 } });
    settle(s, campaign, rules);
  }
  pauseUnfit(s);
  s.campaigns.forEach((c, campaign) => {
    if (c.status === 'running') settle(s, campaign, rules);
  });
}
