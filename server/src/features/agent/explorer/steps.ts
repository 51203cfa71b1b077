import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import {
  type AgentStep,
  agentSteps,
  crash,
  doAgentStep,
  haveTrouble,
  receive,
  type Trouble,
  troubles,
} from './agent-model.ts';
import * as owner from './owner-model.ts';
import type { Rules } from './rules.ts';
import { begin, claim, result, sweep } from './server-model.ts';
import { at, type Message, type State, type Task } from './state.ts';

export type OwnerStep =
  | { kind: 'start' | 'pause' | 'complete' | 'delete'; campaign: number }
  | { kind: 'toggle' | 'resume'; profile: number }
  | { kind: 'set'; name: number; status: RecipientStatus }
  | { kind: 'delete name' | 'refuse'; name: number };

export type Step =
  | { kind: 'claim'; profile: number }
  | { kind: 'deliver'; index: number }
  | { kind: 'agent'; profile: number; step: AgentStep }
  | { kind: 'report'; index: number }
  | { kind: 'sweep' | 'put back' | 'wait' }
  | { kind: 'lease end'; profile: number }
  // What costs a fault.
  | { kind: 'drop' | 'repeat'; index: number }
  | { kind: 'trouble'; profile: number; trouble: Trouble }
  | { kind: 'crash' }
  | { kind: 'owner'; step: OwnerStep };

/** What the server was asked in a step and what it answered; the real one must answer the same. */
export type Exchange =
  | { kind: 'claim'; profile: number; answer: number | null }
  | { kind: 'begin'; token: number; answer: string }
  | { kind: 'result'; message: Message & { kind: 'result'; to: 'server' }; answer: string }
  | { kind: 'sweep' | 'put back' | 'wait' }
  | { kind: 'lease end'; profile: number }
  | { kind: 'owner'; step: OwnerStep; answer: boolean };

/** What goes on by itself, without any fault and without the owner. */
export function ownSteps(s: State): Step[] {
  const steps: Step[] = s.net.map((_, index) => ({ kind: 'deliver', index }));
  s.tasks.forEach((task, profile) => {
    if (task) for (const step of agentSteps(s, task)) steps.push({ kind: 'agent', profile, step });
  });
  s.reports.forEach((report, index) => {
    if (agentSteps(s, report).length > 0) steps.push({ kind: 'report', index });
  });
  if (s.profiles.some(({ lease }) => lease?.isOver)) steps.push({ kind: 'sweep' });
  if (s.campaigns.some(({ isDeleted, isGone }) => isDeleted && !isGone)) steps.push({ kind: 'put back' });
  if (s.rows.some((rows) => rows.some((row) => row?.state === 'waiting' && row.retryAt > 0)))
    steps.push({ kind: 'wait' });
  s.profiles.forEach(({ lease }, profile) => {
    if (lease && !lease.isOver && !isWorkedOn(s, lease.token)) steps.push({ kind: 'lease end', profile });
  });
  s.tasks.forEach((task, profile) => {
    const isAsked = s.net.some((message) => message.kind === 'work' && message.profile === profile);
    if (task === null && !isAsked) steps.push({ kind: 'claim', profile });
  });
  return steps;
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
      if (lease && !lease.isOver && isWorkedOn(s, lease.token)) steps.push({ kind: 'lease end', profile });
    });
    s.tasks.forEach((task, profile) => {
      if (task) for (const trouble of troubles(task)) steps.push({ kind: 'trouble', profile, trouble });
    });
    if (s.tasks.some((task) => task !== null)) steps.push({ kind: 'crash' });
  }
  return s.ownerActions > 0
    ? [...steps, ...ownerSteps(s).map((step): Step => ({ kind: 'owner', step }))]
    : steps;
}

function ownerSteps(s: State): OwnerStep[] {
  const steps: OwnerStep[] = [];
  s.campaigns.forEach(({ status, isDeleted }, campaign) => {
    if (isDeleted) return;
    if (status === 'pending' || status === 'paused') steps.push({ kind: 'start', campaign });
    if (status === 'running') steps.push({ kind: 'pause', campaign });
    if (status === 'running' || status === 'paused') steps.push({ kind: 'complete', campaign });
    steps.push({ kind: 'delete', campaign });
  });
  s.profiles.forEach(({ isBlocked }, profile) => {
    steps.push({ kind: isBlocked ? 'resume' : 'toggle', profile });
  });
  s.names.forEach(({ status, isDeleted, isRefused }, name) => {
    if (isDeleted) return;
    steps.push(
      { kind: 'set', name, status: status === 'pending' ? 'failed' : 'pending' },
      { kind: 'delete name', name },
    );
    if (!isRefused) steps.push({ kind: 'refuse', name });
  });
  return steps;
}

/** Changes the state, and gives what the server was asked in it. */
export function apply(s: State, step: Step, rules: Rules): Exchange[] {
  switch (step.kind) {
    case 'claim':
      return ask(s, step.profile, rules);
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
      return silent(haveTrouble(taskOf(s, step.profile), step.trouble));
    case 'crash':
      s.faults -= 1;
      return silent(crash(s, rules));
    case 'lease end':
      return endLease(s, step.profile, rules);
    case 'sweep':
      sweep(s, rules);
      return [{ kind: 'sweep' }];
    case 'put back':
      owner.putBack(s, rules);
      return [{ kind: 'put back' }];
    case 'wait':
      wait(s);
      return [{ kind: 'wait' }];
    case 'owner':
      s.ownerActions -= 1;
      return [{ kind: 'owner', step: step.step, answer: act(s, step.step, rules) }];
  }
}

const silent = (_done: unknown): Exchange[] => [];

function taskOf(s: State, profile: number): Task {
  const task = at(s.tasks, profile);
  if (task === null) throw new Error('There is no task.');
  return task;
}

function ask(s: State, profile: number, rules: Rules): Exchange[] {
  const token = claim(s, profile, rules);
  const lease = at(s.profiles, profile).lease;
  if (token !== null && lease)
    s.net.push({ to: 'agent', kind: 'work', profile, token, campaign: lease.campaign, name: lease.name });
  return [{ kind: 'claim', profile, answer: token }];
}

function answer(s: State, message: Message & { to: 'server' }, rules: Rules): Exchange[] {
  const { profile, token } = message;
  if (message.kind === 'begin') {
    const verdict = begin(s, token, rules);
    s.net.push({ to: 'agent', kind: 'begin', profile, token, verdict });
    return [{ kind: 'begin', token, answer: verdict }];
  }
  const verdict = result(s, message, rules);
  s.net.push({ to: 'agent', kind: 'result', profile, token });
  return [{ kind: 'result', message, answer: verdict }];
}

/** A grant counts from the asking, and for less long than the lease: it is over by then. */
function endLease(s: State, profile: number, rules: Rules): Exchange[] {
  const lease = at(s.profiles, profile).lease;
  if (!lease) throw new Error('There is no lease.');
  if (isWorkedOn(s, lease.token)) s.faults -= 1;
  lease.isOver = true;
  if (rules.grantIsShorterThanLease)
    for (const task of s.tasks) if (task?.token === lease.token) task.isFresh = false;
  return [{ kind: 'lease end', profile }];
}

/** Half a minute: every retry is due, in the order of their times. */
function wait(s: State): void {
  const waiting = s.rows.flat().filter((row) => row?.state === 'waiting');
  const times = [...new Set(waiting.map((row) => row?.retryAt ?? 0))].sort((one, other) => one - other);
  for (const row of waiting) if (row) row.retryAt = times.indexOf(row.retryAt) - times.length;
}

function act(s: State, step: OwnerStep, rules: Rules): boolean {
  switch (step.kind) {
    case 'start':
      return owner.start(s, step.campaign);
    case 'set':
      return owner.setByHand(s, step, rules);
    case 'delete name':
      return owner.deleteByHand(s, step.name, rules);
    case 'pause':
      owner.pause(s, step.campaign);
      break;
    case 'complete':
      owner.complete(s, step.campaign);
      break;
    case 'delete':
      owner.remove(s, step.campaign);
      break;
    case 'toggle':
      owner.toggle(s, step.profile);
      break;
    case 'resume':
      owner.resume(s, step.profile);
      break;
    case 'refuse':
      at(s.names, step.name).isRefused = true;
  }
  return true;
}
