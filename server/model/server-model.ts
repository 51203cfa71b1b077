import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Act } from '@pigeonpost/contract/rules/by-hand';
import { landingState } from '@pigeonpost/contract/rules/change';
import { statusAfter } from '@pigeonpost/contract/rules/follow';
import { type Note, noteOf } from '@pigeonpost/contract/rules/ledger/note';
import { completeIfDone, pauseIneligible } from './course-model.ts';
import { NOW } from './facts.ts';
import { countWithoutReply, hasWritten } from './left-alone-model.ts';
import type { Rules } from './rules.ts';
import { at, MAX_RETRIES, type Name, PACE, type Row, type State } from './state.ts';

export const HELD: readonly string[] = ['leased', 'sending'];

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
  else if (to !== 'sending') {
    const recipient = { status: target.isDeleted ? null : target.status, held_by: target.campaign };
    const status = statusAfter({ campaign_id: campaign, state }, recipient);
    if (status !== null) Object.assign(target, { status, campaign: status === 'pending' ? null : campaign });
  }
  if (!target.isDeleted || before.wasBegun) noteOutcome(s, { campaign, name, was: row?.state ?? null, to });
}

/** The ledger's entry after a transition: what is granted is under way. */
export function noteOutcome(
  s: State,
  {
    campaign,
    name,
    was,
    to,
  }: { campaign: number; name: number; was: DeliveryState | null; to: DeliveryState },
): void {
  // Only a machine that reads replies sends where people reply.
  const is_heard = s.hasReplies && (rowOf(s, campaign, name)?.wasBegun ?? false);
  const noted = { campaign_id: campaign, old_state: was, state: to, begun_at: NOW, is_heard };
  const note = noteOf(noted, NOW);
  if (note) takeNote(s, { campaign, name, note });
  else if (to === 'sending') at(s.ledger, at(s.names, name).person).sending.push(campaign);
}

/** What the ledger gets of the name's person for a message of the campaign. */
export function takeNote(
  s: State,
  { campaign, name, note }: { campaign: number; name: number; note: Note },
): void {
  const entry = at(s.ledger, at(s.names, name).person);
  const [message] = Object.values(note.begun);
  if (message !== undefined)
    for (const kind of ['sending', 'unclear'] as const)
      entry[kind] = entry[kind].filter((other) => other !== campaign);
  if (note.last_messaged_at !== null) entry.isSent = true;
  if (message) entry.unclear.push(campaign);
  if (Object.keys(note.without_reply).length > 0) countWithoutReply(s, { campaign, name });
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
}
