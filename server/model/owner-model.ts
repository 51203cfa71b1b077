import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { completeIfDone, pauseIneligible } from './course-model.ts';
import { noEntry } from './first-state.ts';
import { giveToOthers } from './follow-up-model.ts';
import { isPastLast } from './last-moment-model.ts';
import { leaveOut } from './left-alone-model.ts';
import { OF_SUBSCRIBERS, type OwnerStep } from './owner-steps.ts';
import { endHalf, halveAfterBlock } from './profile-caps-model.ts';
import type { Rules } from './rules.ts';
import { act, isEligible, isPending, noteOutcome, rowOf, transition } from './server-model.ts';
import { scheduleStart, undoStart } from './start-model.ts';
import { at, type Campaign, type Name, type State } from './state.ts';
import { putBack, takeOut } from './take-out-model.ts';

/** Does the owner's step; false if the server would refuse it. */
export function doOwnerStep(s: State, step: OwnerStep, rules: Rules): boolean {
  if (!s.maySend && OF_SUBSCRIBERS.includes(step.kind)) return false;
  switch (step.kind) {
    case 'start':
      return start(s, step.campaign, rules);
    case 'start to undo':
      return start(s, step.campaign, rules, { isCountingDown: true });
    case 'undo start':
      return undoStart(s, step.campaign, rules);
    case 'schedule':
      return scheduleStart(s, step.campaign);
    case 'put back':
      return putBack(s, step, rules);
    case 'give to others':
      return giveToOthers(s, { campaign: step.campaign, profile: step.of }, rules);
    case 'leave out':
    case 'leave in':
      leaveOut(s, step.name, step.kind === 'leave out');
      break;
    case 'take out':
      takeOut(s, step, rules);
      break;
    case 'set':
      return setManually(s, step, rules);
    case 'delete name':
      return deleteManually(s, step.name, rules);
    case 'pause':
      pause(s, step.campaign);
      break;
    case 'complete':
      complete(s, step.campaign, rules);
      break;
    case 'delete':
      // The recipients that the campaign messaged are known again only when the journals are merged.
      if (step.keepsSent && s.isFrozen) return false;
      remove(s, step);
      break;
    case 'settle':
      settle(s, step, rules);
      break;
    case 'toggle':
      toggle(s, step.profile, rules);
      break;
    case 'resume':
      resume(s, step.profile, rules);
      break;
    case 'refuse':
      for (const name of s.names) if (name.person === at(s.names, step.name).person) name.isRefused = true;
      break;
    case 'value':
      s.values[at(s.names, step.name).person] = step.value;
      break;
    case 'cap':
      if (step.of === 'hours') at(s.profiles, step.index).hourCap = step.cap;
      else (step.of === 'account' ? s : at<{ cap: number | null }>(s[step.of], step.index)).cap = step.cap;
      break;
    case 'full':
      endHalf(s, step.profile);
      break;
    case 'last moment':
    case 'no last moment':
      at(s.campaigns, step.campaign).lastMoment = step.kind === 'last moment' ? 'ahead' : 'none';
      break;
    case 'add':
      addName(s);
      break;
    case 'add again':
      addName(s, at(s.names, step.name));
      break;
    case 'begin import':
      s.isImporting = true;
      break;
    case 'subscribe':
    case 'unsubscribe':
      s.maySend = step.kind === 'subscribe';
  }
  return true;
}

/** Whether the campaign runs afterwards. */
export function start(
  s: State,
  campaign: number,
  rules: Rules,
  { isCountingDown = false, keepsSchedule = !rules.startEndsSchedule } = {},
): boolean {
  const c = at(s.campaigns, campaign);
  if (c.isDeleted || (c.status !== 'pending' && c.status !== 'paused')) return false;
  if (rules.lastMomentRefusesStart && isPastLast(s, campaign)) return false;
  if (!c.profiles.some((profile) => isEligible(s, profile))) return false;
  const isTaken = s.campaigns.some(
    (other) =>
      other !== c &&
      other.status === 'running' &&
      !other.isDeleted &&
      other.profiles.some((profile) => c.profiles.includes(profile)),
  );
  if (isTaken) return false;
  if (c.mark === null && !markLine(s, campaign)) return false;
  if (isPastLast(s, campaign)) s.timeProblem = 'a campaign was started after its last moment';
  const startedFrom = isCountingDown ? c.status : null;
  const isCanaryOver = c.isCanaryOver || c.isForLook;
  Object.assign(c, { status: 'running', isCountingDown, startedFrom, isScheduled: false });
  Object.assign(c, { isCanaryOver, isForLook: false, isPausedByHand: false });
  if (!keepsSchedule) Object.assign(c, { schedule: 'none', isOverdue: false });
  return true;
}

function markLine(s: State, campaign: number): boolean {
  const c = at(s.campaigns, campaign);
  const puttingBack = s.campaigns.some(
    (other, index) =>
      other.isDeleted &&
      !other.isGone &&
      at(s.rows, index).some((row) => row && !['skipped', 'stopped', ...keptBy(other)].includes(row.state)),
  );
  if (puttingBack || s.isImporting) return false;
  const chosen = s.names.flatMap(({ status, isDeleted }, name) =>
    status === 'pending' && !isDeleted ? [name] : [],
  );
  if (chosen.every((name) => rowOf(s, campaign, name)?.isTakenOut)) return false;
  c.mark = s.nextPosition++;
  // After a start that a restore has forgotten, some have the message already.
  c.chosen = [...new Set([...c.chosen, ...chosen])];
  return true;
}

function pause(s: State, campaign: number): void {
  const c = at(s.campaigns, campaign);
  Object.assign(c, { status: 'paused', isPausedByHand: c.canary !== null });
}

function complete(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  c.status = 'completed';
  c.wasStopped = true;
  for (const name of at(s.rows, campaign).keys()) act(s, { campaign, name }, 'stop', rules);
}

/** The states of a deleted campaign whose status stays. */
const keptBy = ({ keepsSent }: Campaign): readonly string[] => (keepsSent ? ['sent', 'uncertain'] : []);

function remove(s: State, { campaign, keepsSent }: OwnerStep & { kind: 'delete' }): void {
  const c = at(s.campaigns, campaign);
  c.isDeleted = true;
  c.keepsSent = keepsSent;
  if (c.status === 'running') c.status = 'completed';
}

/** Requeues the recipients of deleted campaigns, all at once. */
export function requeue(s: State, rules: Rules): void {
  s.campaigns.forEach((c, campaign) => {
    if (!c.isDeleted || c.isGone || (c.keepsSent && s.isFrozen)) return;
    // An import holds the line that they return to.
    const names = s.isImporting ? [] : [...s.names.keys()];
    names.sort((one, other) => at(s.names, one).position - at(s.names, other).position);
    for (const name of names) requeueName(s, { campaign, name }, rules);
    c.isGone = at(s.rows, campaign).every((row) => row === null);
  });
}

function requeueName(s: State, { campaign, name }: { campaign: number; name: number }, rules: Rules): void {
  const row = rowOf(s, campaign, name);
  const target = at(s.names, name);
  if (!row) return;
  const is_held = !target.isDeleted && target.campaign === campaign;
  const facts = { state: row.state, was_begun: row.wasBegun, is_held, is_pending: isPending(target) };
  const requeued = rules.judgeRequeue(facts, at(s.campaigns, campaign).keepsSent);
  if (!requeued) return;
  for (const profile of s.profiles) if (profile.lease?.token === row.token) profile.lease = null;
  if (requeued.is_remembered) at(s.gone, campaign)[name] ??= { token: row.token, settled: row.settled };
  at(s.rows, campaign)[name] = null;
  if (requeued.goes_behind) target.position = s.nextPosition++;
  if (requeued.is_back) Object.assign(target, { status: 'pending', campaign: null });
}

function settle(s: State, { campaign, name, wentOut }: OwnerStep & { kind: 'settle' }, rules: Rules): void {
  const row = rowOf(s, campaign, name);
  if (wentOut || !row) {
    transition(s, { campaign, name, to: 'sent' });
    const c = at(s.campaigns, campaign);
    if (c.status === 'failed') c.status = 'completed';
    return;
  }
  const target = at(s.names, name);
  const is_held = !target.isDeleted && target.campaign === campaign;
  const { status } = at(s.campaigns, campaign);
  const facts = { campaign_id: campaign, status, is_held, is_pending: isPending(target) };
  const { state, retry_at = 0, is_requeued } = rules.judgeSettlement('not_sent', facts, 0);
  noteOutcome(s, { campaign, name, was: row.state, to: 'waiting' });
  Object.assign(row, { state, settled: row.token, retryAt: retry_at });
  if (is_held) {
    Object.assign(target, { status: 'pending', campaign: null });
    if (is_requeued) target.position = s.nextPosition++;
  }
  completeIfDone(s, campaign, rules);
}

function toggle(s: State, profile: number, rules: Rules): void {
  const target = at(s.profiles, profile);
  target.isActive = !target.isActive;
  pauseIneligible(s, rules);
}

function resume(s: State, profile: number, rules: Rules): void {
  halveAfterBlock(s, profile, rules);
  const rested = { isBlocked: false, isSignedOut: false, isFaulted: false, isResting: false };
  Object.assign(at(s.profiles, profile), rested);
}

/** False while a message to the name is being sent. */
function setManually(
  s: State,
  { name, status }: { name: number; status: RecipientStatus },
  rules: Rules,
): boolean {
  if (!revoke(s, name, rules)) return false;
  const target = at(s.names, name);
  if (status === 'pending' && rules.requeuedNamesGoBehindTheMarks) target.position = s.nextPosition++;
  target.status = status;
  target.campaign = null;
  target.isByHand = true;
  return true;
}

function deleteManually(s: State, name: number, rules: Rules): boolean {
  if (!revoke(s, name, rules)) return false;
  const target = at(s.names, name);
  target.isDeleted = true;
  target.campaign = null;
  return true;
}

function revoke(s: State, name: number, rules: Rules): boolean {
  const leases = s.profiles.flatMap(({ lease }) => (lease?.name === name ? [lease] : []));
  return leases.map((lease) => act(s, lease, 'change_recipient', rules)).every(Boolean);
}

/** Adds a name at the end of the line, beyond every started campaign: a new person, or again a deleted one. */
export function addName(s: State, before?: Name): void {
  s.added += 1;
  const position = s.nextPosition++;
  const person = before?.person ?? s.ledger.length;
  if (!before) s.ledger.push(noEntry());
  if (!before) s.values.push(0);
  const isRefused = before?.isRefused ?? false;
  const fresh = { person, isDeleted: false, isRefused, isByHand: false, isStuck: false, own: null };
  s.names.push({ status: 'pending', campaign: null, position, firstPosition: position, ...fresh });
  for (const rows of s.rows) rows.push(null);
  for (const rows of s.gone) rows.push(null);
  for (const counts of s.inbox) counts.push(0);
  for (const counts of s.inboxWhenOut) counts.push(null);
  for (const values of s.read) values.push(null);
  for (const marks of s.noted) marks.push(false);
}
