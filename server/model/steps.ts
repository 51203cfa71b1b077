// Over 300 lines: what each step of the model does, so that all are read in one place.
import { canaryRoom } from '@pigeonpost/contract/rules/caps';
import {
  crash,
  doAgentFault,
  doAgentStep,
  holdingOf,
  loseJournal,
  losePower,
  receive,
} from './agent-model.ts';
import { begin, beginTogether } from './begin-model.ts';
import { canaryFactsOf } from './canary-model.ts';
import { claimFor } from './claim-model.ts';
import { countGrant, isAwaitingOthers, learn, machineOf, noticeCopy, putBack } from './copy-model.ts';
import { commit, recover, strikeDatabase } from './disaster-model.ts';
import { isLeftOut, isOverBudget } from './left-alone-model.ts';
import { expiresByItself } from './next-steps.ts';
import { addName, doOwnerStep, requeue, start } from './owner-model.ts';
import { noteGrant, passDay, turnHours } from './pace-model.ts';
import { endHalf, passHour } from './profile-caps-model.ts';
import { decide, isUndecided, noteUnlessLeftAlone, pressStop, recordReply, write } from './reply-model.ts';
import { result, strayReport } from './result-model.ts';
import type { Rules } from './rules.ts';
import { release, releaseUnnamed, sweep } from './server-model.ts';
import { startScheduled } from './start-model.ts';
import { at, type Message, type Name, type State, type Task } from './state.ts';
import type { Exchange, Step } from './step.ts';

/** Changes the state, and returns the calls to the server. */
export function apply(s: State, step: Step, rules: Rules): Exchange[] {
  if (step.kind === 'claim') return ask(s, step, rules);
  let exchanges: Exchange[] = [];
  const isBegin = 'index' in step && step.kind !== 'report' && s.net[step.index]?.kind === 'begin';
  commit(s, isBegin && !rules.beginIsSynced, () => {
    exchanges = applyOther(s, step, rules);
  });
  return exchanges;
}

function applyOther(s: State, step: Exclude<Step, { kind: 'claim' }>, rules: Rules): Exchange[] {
  switch (step.kind) {
    case 'deliver':
    case 'repeat': {
      const message = at(s.net, step.index);
      if (step.kind === 'deliver') s.net.splice(step.index, 1);
      else s.faults -= 1;
      return message.to === 'server' ? answer(s, message, rules) : silent(receive(s, message));
    }
    case 'drop':
      s.faults -= 1;
      return silent(s.net.splice(step.index, 1));
    case 'agent': {
      const task = taskOf(s, step.profile);
      return silent(doAgentStep(s, { task, profile: step.profile }, step.step));
    }
    case 'report':
      return silent(doAgentStep(s, { task: at(s.reports, step.index), profile: 0 }, 'report'));
    case 'agent fault':
      s.faults -= 1;
      return silent(doAgentFault(s, { task: taskOf(s, step.profile), profile: step.profile }, step.fault));
    case 'stray':
      return answer(s, strayReport(step), rules).slice(0, 1);
    case 'crash':
      s.faults -= 1;
      return silent(crash(s, rules));
    case 'lose power':
      s.faults -= 1;
      return silent(losePower(s, rules));
    case 'disaster':
      strikeDatabase(s, step.disaster, rules);
      return [{ kind: 'disaster', disaster: step.disaster }];
    case 'recovery':
      recover(s, step, rules);
      return step.recovery === 'merge' ? [] : [{ kind: 'recovery', recovery: step.recovery }];
    case 'put back':
      return silent(putBack(s));
    case 'minute over':
      at(s.machines, step.machine).isAwaited = false;
      return [];
    case 'lose journal':
      s.faults -= 1;
      return silent(loseJournal(s));
    case 'lease end':
      return endLease(s, step.profile, rules);
    case 'rest end':
      if (rules.faultRestsEnd) at(s.profiles, step.profile).isResting = false;
      return [step];
    case 'sweep':
      sweep(s, rules);
      return [{ kind: 'sweep' }];
    case 'requeue':
      requeue(s, rules);
      return [{ kind: 'requeue' }];
    case 'wait':
      wait(s);
      return [{ kind: 'wait' }];
    case 'hours close':
      s.closings -= 1;
      turnHours(s, { ...step, isOpen: false });
      return [{ kind: 'hours', campaign: step.campaign, isOpen: false }];
    case 'hours open':
      turnHours(s, { ...step, isOpen: true });
      return [{ kind: 'hours', campaign: step.campaign, isOpen: true }];
    case 'day passes':
      passDay(s, rules);
      return [{ kind: 'day passes' }];
    case 'hour passes':
      passHour(s, rules);
      return [{ kind: 'hour passes' }];
    case 'half over':
      endHalf(s, step.profile);
      return [step];
    case 'last moment near':
    case 'last moment passes':
      at(s.campaigns, step.campaign).lastMoment = step.kind === 'last moment near' ? 'near' : 'past';
      return [step];
    case 'start scheduled':
      startScheduled(s, (state, campaign) => start(state, campaign, rules, { keepsSchedule: false }), rules);
      return [{ kind: step.kind }];
    case 'countdown over':
      at(s.campaigns, step.campaign).isCountingDown = false;
      return [step];
    case 'start comes':
    case 'quarter passes':
      at(s.campaigns, step.campaign).schedule = step.kind === 'start comes' ? 'due' : 'late';
      return [step];
    case 'begin together':
      return answerTogether(s, step.indexes, rules);
    case 'write':
      write(s, step, rules);
      return [step];
    case 'read':
      recordReply(s, step.person, rules);
      return [step];
    case 'decide':
      decide(s, step.person);
      return [step];
    case 'stop':
      pressStop(s, step.person);
      return [step];
    case 'end import':
      s.isImporting = false;
      addName(s);
      return [{ kind: 'end import' }];
    case 'owner':
      s.ownerActions -= 1;
      return [{ kind: 'owner', step: step.step, answer: doOwnerStep(s, step.step, rules) }];
  }
}

const silent = (_done: unknown): Exchange[] => [];

function taskOf(s: State, profile: number): Task {
  const task = at(s.tasks, profile);
  if (task === null) throw new Error('There is no task.');
  return task;
}

function ask(s: State, { profiles, isNaming }: Step & { kind: 'claim' }, rules: Rules): Exchange[] {
  const holding = isNaming && holdingOf(s);
  if (holding) commit(s, false, () => releaseUnnamed(s, holding, rules));
  const hadFree = profiles.length === 1 && hasFreeName(s, at(profiles, 0), rules);
  const machine = machineOf(s, profiles[0] ?? 0);
  if (s.wasCopied) noticeCopy(s, machine, rules);
  const isHeld = isAwaitingOthers(s, machine, rules);
  let tokens: (number | null)[] = [];
  // A call with `holding` is not lost without the leases that it gave back.
  const mayBeLost = commit(s, !holding, () => {
    tokens = isHeld ? profiles.map(() => null) : claimFor(s, profiles, rules);
  });
  const values = tokens.map((): number | null => null);
  for (const [index, token] of tokens.entries()) {
    const profile = at(profiles, index);
    const lease = at(s.profiles, profile).lease;
    if (token === null || !lease) continue;
    noteUnlessLeftAlone(s, token, 'handed out');
    const { campaign, name } = lease;
    const value = at(s.rows, campaign)[name]?.value ?? null;
    values[index] = value;
    s.net.push({
      to: 'agent',
      kind: 'work',
      profile,
      token,
      epoch: s.epoch,
      campaign,
      name,
      value,
      mark: s.mark,
      told: s.grants,
    });
    if (hadFree && (at(s.rows, campaign)[name]?.tries ?? 0) > 1) s.isUnfair = true;
  }
  const isEmpty = tokens.every((token) => token === null);
  if (isEmpty && (s.copies > 0 || s.wasCopied)) learn(s, machine, { mark: s.mark, told: s.grants });
  return [{ kind: 'claim', profiles, holding, mayBeLost, answer: tokens, values }];
}

/** Whether the line of a profile's campaign, in a follow-up its own, has a name that was never tried and is not held. */
function hasFreeName(s: State, profile: number, rules: Rules): boolean {
  return s.campaigns.some(
    (c, campaign) =>
      c.status === 'running' &&
      !c.isDeleted &&
      c.profiles.includes(profile) &&
      canaryRoom(canaryFactsOf(s, campaign, rules)) > 0 &&
      s.names.some(
        (name, index) =>
          isFree(name) &&
          (!c.isFollowUp || name.own === profile) &&
          !(c.hasBlank && at(s.values, name.person) === 0) &&
          !isUndecided(s, index) &&
          !isOverBudget(s, index) &&
          !isLeftOut(s, { campaign, name: index }) &&
          name.position <= (c.mark ?? 0) &&
          at(at(s.rows, campaign), index) === null,
      ),
  );
}

const isFree = ({ isDeleted, isRefused, status, campaign }: Name) =>
  !isDeleted && !isRefused && status === 'pending' && campaign === null;

function answer(s: State, message: Message & { to: 'server' }, rules: Rules): Exchange[] {
  const { profile, token } = message;
  if (message.kind === 'release') return [{ kind: 'release', token, answer: release(s, token, rules) }];
  if (message.kind === 'begin') {
    const wasBegun = isSending(s, token);
    const seen = message.sees ? personOfLease(s, token) : undefined;
    const verdict = begin(s, message, rules);
    tellBegun(s, { profile, token, verdict, wasBegun }, rules);
    return [{ kind: 'begin', token, ...(seen !== undefined && { seen }), answer: verdict }];
  }
  const verdict = result(s, message, rules);
  // The journal of a stray report is not this agent's.
  if (token !== 0) s.net.push({ to: 'agent', kind: 'result', profile, token });
  return [{ kind: 'result', message, answer: verdict }];
}

function personOfLease(s: State, token: number): number | undefined {
  const lease = s.profiles.find((profile) => profile.lease?.token === token)?.lease;
  return lease ? at(s.names, lease.name).person : undefined;
}

/** Two begins of one batch, each answered to its agent. */
function answerTogether(s: State, indexes: [number, number], rules: Rules): Exchange[] {
  const messages = indexes.map((index) => at(s.net, index));
  s.net = s.net.filter((_, index) => !indexes.includes(index));
  const tokens = messages.map(({ token }) => token);
  const wasBegun = tokens.map((token) => isSending(s, token));
  const answer = beginTogether(s, tokens, rules);
  for (const [index, { profile, token }] of messages.entries())
    tellBegun(s, { profile, token, verdict: at(answer, index), wasBegun: at(wasBegun, index) }, rules);
  return [{ kind: 'begin together', tokens, answer }];
}

interface Begun {
  profile: number;
  token: number;
  verdict: string;
  wasBegun: boolean;
}

function tellBegun(s: State, { profile, token, verdict, wasBegun }: Begun, rules: Rules): void {
  const isGranted = !wasBegun && isSending(s, token);
  if (!s.maySend && isGranted) s.isUnpaid = true;
  if (isGranted) {
    countGrant(s, profile, rules);
    noteUnlessLeftAlone(s, token, 'begun');
    noteGrant(s, { campaign: at(s.profiles, profile).lease?.campaign ?? 0, profile });
  }
  s.net.push({
    to: 'agent',
    kind: 'begin',
    profile,
    token,
    verdict,
    mark: s.mark,
    told: s.grants,
    grant: isGranted ? at(s.profiles, profile).granted : 0,
  });
}

const isSending = (s: State, token: number) =>
  s.rows.some((rows) => rows.some((row) => row?.token === token && row.state === 'sending'));

/** A grant counts from the moment of asking and is shorter than the lease, so it has expired by then. */
function endLease(s: State, profile: number, rules: Rules): Exchange[] {
  const lease = at(s.profiles, profile).lease;
  if (!lease) throw new Error('There is no lease.');
  if (!expiresByItself(s, lease.token)) s.faults -= 1;
  lease.isOver = true;
  if (rules.grantIsShorterThanLease)
    for (const task of s.tasks) if (task?.token === lease.token) task.isFresh = false;
  return [{ kind: 'lease end', profile }];
}

/** A minute and more: every retry and every profile is due, in order of time. */
function wait(s: State): void {
  const waiting = s.rows.flat().flatMap((row) => (row?.state === 'waiting' ? [row] : []));
  const retries = ranks(waiting.map(({ retryAt }) => retryAt));
  for (const row of waiting) row.retryAt = retries(row.retryAt);
  const paced = s.profiles.filter(({ dueAt }) => dueAt !== 0);
  const dues = ranks(paced.map(({ dueAt }) => dueAt));
  for (const profile of paced) profile.dueAt = dues(profile.dueAt);
}

/** Times in order, all of them in the past. */
function ranks(moments: number[]): (moment: number) => number {
  const times = [...new Set(moments)].sort((one, other) => one - other);
  return (moment) => times.indexOf(moment) - times.length;
}
