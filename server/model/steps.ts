import {
  type AgentStep,
  agentSteps,
  crash,
  doAgentStep,
  haveTrouble,
  holdingOf,
  isStuck,
  loseJournal,
  receive,
  type Trouble,
  troubles,
} from './agent-model.ts';
import { addName, doOwnerStep, type OwnerStep, ownerSteps, requeue } from './owner-model.ts';
import { result } from './result-model.ts';
import type { Rules } from './rules.ts';
import { begin, claimFor, release, releaseUnnamed, sweep } from './server-model.ts';
import { at, type Message, type Name, type Row, type Server, type State, type Task } from './state.ts';

export type Step =
  /** `isNaming`: the work call says what the agent holds. */
  | { kind: 'claim'; profiles: number[]; isNaming?: true }
  | { kind: 'deliver'; index: number }
  | { kind: 'agent'; profile: number; step: AgentStep }
  | { kind: 'report'; index: number }
  | { kind: 'sweep' | 'requeue' | 'wait' | 'end import' }
  | { kind: 'lease end'; profile: number }
  // Each of these uses up one fault.
  | { kind: 'drop' | 'repeat'; index: number }
  | { kind: 'trouble'; profile: number; trouble: Trouble }
  | { kind: 'crash' | 'lose journal' }
  // A journal that is not about this: it must change nothing, and so costs no fault.
  | { kind: 'stray'; campaign: number; name: number; server: Server }
  | { kind: 'owner'; step: OwnerStep };

/** What the server was asked in a step and what it answered; the real one must answer the same. */
export type Exchange =
  | { kind: 'claim'; profiles: number[]; holding: number[] | undefined; answer: (number | null)[] }
  | { kind: 'begin' | 'release'; token: number; answer: string }
  | { kind: 'result'; message: Message & { kind: 'result'; to: 'server' }; answer: string }
  | { kind: 'sweep' | 'requeue' | 'wait' | 'end import' }
  | { kind: 'lease end'; profile: number }
  | { kind: 'owner'; step: OwnerStep; answer: boolean };

/** The ordinary steps: no fault, and nothing by the owner. */
export function ownSteps(s: State): Step[] {
  // First, because it runs every few seconds: an agent that hangs is slower.
  const steps: Step[] = s.profiles.some(({ lease }) => lease?.isOver) ? [{ kind: 'sweep' }] : [];
  s.net.forEach((_, index) => {
    steps.push({ kind: 'deliver', index });
  });
  s.tasks.forEach((task, profile) => {
    if (task) for (const step of agentSteps(s, task)) steps.push({ kind: 'agent', profile, step });
  });
  s.reports.forEach((report, index) => {
    if (agentSteps(s, report).length > 0) steps.push({ kind: 'report', index });
  });
  if (s.campaigns.some(({ isDeleted, isGone }) => isDeleted && !isGone)) steps.push({ kind: 'requeue' });
  if (s.isImporting) steps.push({ kind: 'end import' });
  if (isAnythingLater(s)) steps.push({ kind: 'wait' });
  s.profiles.forEach(({ lease }, profile) => {
    if (lease && !lease.isOver && endsBySelf(s, lease.token)) steps.push({ kind: 'lease end', profile });
  });
  const free = s.tasks.flatMap((task, profile) => {
    const isAsked = s.net.some((message) => message.kind === 'work' && message.profile === profile);
    return task !== null || isAsked ? [] : [profile];
  });
  const groups = [...free.map((profile) => [profile]), ...(free.length > 1 ? [free] : [])];
  for (const profiles of groups) {
    steps.push({ kind: 'claim', profiles });
    if (hasUnnamed(s)) steps.push({ kind: 'claim', profiles, isNaming: true });
  }
  return steps;
}

function isAnythingLater(s: State): boolean {
  const isLater = (row: Row | null) => row?.state === 'waiting' && row.retryAt > 0;
  return s.rows.some((rows) => rows.some(isLater)) || s.profiles.some(({ dueAt }) => dueAt > 0);
}

/** Whether a lease is not known to the agent: its answer is under way, or was lost. */
function hasUnnamed(s: State): boolean {
  const named = holdingOf(s);
  return s.profiles.some(({ lease }) => lease && !named.includes(lease.token));
}

/** Whether a lease runs out without any fault: nobody works on it, or its thread hangs. */
function endsBySelf(s: State, token: number): boolean {
  return !isWorkedOn(s, token) || s.tasks.some((task) => task?.token === token && isStuck(s, task));
}

function isWorkedOn(s: State, token: number): boolean {
  return (
    s.tasks.some((task) => task?.token === token) ||
    s.net.some((message) => message.token === token) ||
    s.reports.some((report) => report.token === token)
  );
}

export function faultSteps(s: State): Step[] {
  const steps: Step[] = [];
  if (s.faults > 0) {
    s.net.forEach((message, index) => {
      steps.push({ kind: 'drop', index });
      if (message.to === 'server') steps.push({ kind: 'repeat', index });
    });
    s.profiles.forEach(({ lease }, profile) => {
      if (lease && !lease.isOver && !endsBySelf(s, lease.token)) steps.push({ kind: 'lease end', profile });
    });
    s.tasks.forEach((task, profile) => {
      if (task) for (const trouble of troubles(task)) steps.push({ kind: 'trouble', profile, trouble });
    });
    if (s.tasks.some((task) => task !== null)) steps.push({ kind: 'crash' }, { kind: 'lose journal' });
  }
  steps.push(...straySteps(s));
  return s.ownerActions > 0
    ? [...steps, ...ownerSteps(s).map((step): Step => ({ kind: 'owner', step }))]
    : steps;
}

/** Reports of deliveries that this server never handed out: another server's, or of names of no campaign. */
function straySteps(s: State): Step[] {
  return s.campaigns.flatMap(({ mark, isGone }, campaign) => {
    if (mark === null || isGone) return [];
    return s.names.flatMap(({ isDeleted, position }, name): Step[] => {
      if (isDeleted) return [];
      const servers: Server[] = ['another'];
      const hasRow = at(at(s.rows, campaign), name) !== null;
      if (!hasRow) servers.push('none');
      if (!hasRow && position > mark) servers.push('this');
      return servers.map((server) => ({ kind: 'stray', campaign, name, server }));
    });
  });
}

function strayReport({ campaign, name, server }: Step & { kind: 'stray' }): Message & { to: 'server' } {
  const message = { to: 'server', kind: 'result', profile: 0, token: 0, campaign, name } as const;
  return { ...message, outcome: 'sent', isBlocked: false, isSignedOut: false, isInUse: false, server };
}

/** Changes the state, and gives what the server was asked in it. */
export function apply(s: State, step: Step, rules: Rules): Exchange[] {
  switch (step.kind) {
    case 'claim':
      return ask(s, step, rules);
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
    case 'trouble':
      s.faults -= 1;
      return silent(haveTrouble(s, { task: taskOf(s, step.profile), profile: step.profile }, step.trouble));
    case 'stray':
      return answer(s, strayReport(step), rules).slice(0, 1);
    case 'crash':
      s.faults -= 1;
      return silent(crash(s, rules));
    case 'lose journal':
      s.faults -= 1;
      return silent(loseJournal(s));
    case 'lease end':
      return endLease(s, step.profile, rules);
    case 'sweep':
      sweep(s, rules);
      return [{ kind: 'sweep' }];
    case 'requeue':
      requeue(s, rules);
      return [{ kind: 'requeue' }];
    case 'wait':
      wait(s);
      return [{ kind: 'wait' }];
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
  if (holding) releaseUnnamed(s, holding, rules);
  const hadFree = profiles.length === 1 && hasFreeName(s, at(profiles, 0));
  const tokens = claimFor(s, profiles, rules);
  for (const [index, token] of tokens.entries()) {
    const profile = at(profiles, index);
    const lease = at(s.profiles, profile).lease;
    if (token === null || !lease) continue;
    const { campaign, name } = lease;
    s.net.push({ to: 'agent', kind: 'work', profile, token, campaign, name });
    if (hadFree && (at(s.rows, campaign)[name]?.tries ?? 0) > 1) s.isUnfair = true;
  }
  return [{ kind: 'claim', profiles, holding, answer: tokens }];
}

/** Whether the line of a profile's campaign has a name that was never tried and that nobody holds. */
function hasFreeName(s: State, profile: number): boolean {
  return s.campaigns.some(
    (c, campaign) =>
      c.status === 'running' &&
      !c.isDeleted &&
      c.profiles.includes(profile) &&
      s.names.some(
        (name, index) =>
          isFree(name) && name.position <= (c.mark ?? 0) && at(at(s.rows, campaign), index) === null,
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
    const verdict = begin(s, token, rules);
    if (!s.maySend && !wasBegun && isSending(s, token)) s.isUnpaid = true;
    s.net.push({ to: 'agent', kind: 'begin', profile, token, verdict });
    return [{ kind: 'begin', token, answer: verdict }];
  }
  const verdict = result(s, message, rules);
  // The journal that a stray report comes from is none of this agent's.
  if (token !== 0) s.net.push({ to: 'agent', kind: 'result', profile, token });
  return [{ kind: 'result', message, answer: verdict }];
}

const isSending = (s: State, token: number) =>
  s.rows.some((rows) => rows.some((row) => row?.token === token && row.state === 'sending'));

/** A grant counts from the moment of asking and is shorter than the lease, so it has expired by then. */
function endLease(s: State, profile: number, rules: Rules): Exchange[] {
  const lease = at(s.profiles, profile).lease;
  if (!lease) throw new Error('There is no lease.');
  if (!endsBySelf(s, lease.token)) s.faults -= 1;
  lease.isOver = true;
  if (rules.grantIsShorterThanLease)
    for (const task of s.tasks) if (task?.token === lease.token) task.isFresh = false;
  return [{ kind: 'lease end', profile }];
}

/** A minute and more: every retry and every profile is due, in the order of their times. */
function wait(s: State): void {
  const waiting = s.rows.flat().flatMap((row) => (row?.state === 'waiting' ? [row] : []));
  const retries = ranks(waiting.map(({ retryAt }) => retryAt));
  for (const row of waiting) row.retryAt = retries(row.retryAt);
  const paced = s.profiles.filter(({ dueAt }) => dueAt !== 0);
  const dues = ranks(paced.map(({ dueAt }) => dueAt));
  for (const profile of paced) profile.dueAt = dues(profile.dueAt);
}

/** Moments in their order, all of them in the past. */
function ranks(moments: number[]): (moment: number) => number {
  const times = [...new Set(moments)].sort((one, other) => one - other);
  return (moment) => times.indexOf(moment) - times.length;
}
