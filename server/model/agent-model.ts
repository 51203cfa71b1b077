import { forgetUnlessKept, learn, learnGrant, machineOf } from './copy-model.ts';
import { seenIn } from './reply-model.ts';
import type { Rules } from './rules.ts';
import { at, type Message, type State, type Task } from './state.ts';

/** The next steps of an agent for one of its tasks. It may be killed between any two. */
export type AgentStep = 'ask' | 'note clicking' | 'press' | 'note sent' | 'give up' | 'report';

/** Faults of an agent or its site; each uses up one of the state's budget of faults. */
export type AgentFault =
  | 'hangs'
  | 'nothing sent'
  | 'not found'
  | 'cannot tell'
  | 'blocked'
  | 'signed out'
  | 'in use'
  | 'site unreachable'
  | 'machine fault'
  | 'releases'
  | 'blocked after the click';

/** The agent's steps for this task without a fault; none while it waits for an answer. */
export function agentSteps(s: State, task: Task): AgentStep[] {
  switch (task.phase) {
    case 'held':
      if (!isStuck(s, task)) return ['ask'];
      // The driver's own limit ends it, sooner or later.
      return hasLease(s, task) ? [] : ['give up'];
    case 'asking':
      return isUnderWay(s, task, 'begin') ? [] : ['ask'];
    case 'granted':
      return task.isFresh ? ['note clicking'] : ['ask'];
    case 'clicking':
      // It checks its clock once more, just before the click.
      return [task.isFresh ? 'press' : 'give up'];
    case 'pressed':
      return ['note sent'];
    case 'reporting':
      return isUnderWay(s, task, 'result') ? [] : ['report'];
  }
}

/** The faults of this task by the site or a person. */
export function agentFaults(s: State, task: Task): AgentFault[] {
  if (task.phase === 'held')
    return s.isPlain ? ['hangs'] : ['hangs', 'in use', 'site unreachable', 'machine fault', 'releases'];
  if (task.phase === 'granted') return ['nothing sent', 'not found', 'blocked', 'signed out'];
  return task.phase === 'pressed' ? ['cannot tell', 'blocked after the click'] : [];
}

/** Whether the thread of a name hangs before begin. */
export const isStuck = (s: State, task: Task) => task.phase === 'held' && at(s.names, task.name).isStuck;

function hasLease(s: State, { token }: Task): boolean {
  return s.profiles.some(({ lease }) => lease?.token === token && !lease.isOver);
}

/** Whether a request or its answer may still arrive; otherwise the agent asks again. */
function isUnderWay(s: State, { token }: Task, kind: 'begin' | 'result'): boolean {
  return s.net.some((message) => message.kind === kind && message.token === token);
}

/** Does one such step, with the message that it sends. */
export function doAgentStep(
  s: State,
  { task, profile }: { task: Task; profile: number },
  step: AgentStep,
): void {
  const { token, campaign, name } = task;
  switch (step) {
    case 'ask':
      task.askedAgain = task.phase !== 'held';
      task.phase = 'asking';
      task.isFresh = true;
      s.net.push({ to: 'server', kind: 'begin', profile, token, ...(seenIn(s, name) && { sees: true }) });
      return;
    case 'note clicking':
      task.phase = 'clicking';
      return;
    case 'press': {
      const arrived = at(s.inbox, campaign);
      arrived[name] = at(arrived, name) + 1;
      at(s.read, campaign)[name] = task.value;
      task.phase = 'pressed';
      return;
    }
    case 'note sent':
      at(s.noted, campaign)[name] = true;
      end(task, { outcome: 'sent' });
      return;
    case 'give up':
      end(task, { outcome: 'failed' });
      return;
    case 'report': {
      const { outcome, isBlocked, isSignedOut, isInUse, isUnreachable, isFault } = task;
      if (outcome === null) throw new Error('There is nothing to report.');
      s.net.push({
        to: 'server',
        kind: 'result',
        profile,
        token,
        campaign,
        name,
        outcome,
        isBlocked,
        isSignedOut,
        isInUse,
        isUnreachable,
        isFault,
        server: 'this',
      });
    }
  }
}

/** Applies the fault to the task. */
export function doAgentFault(
  s: State,
  { task, profile }: { task: Task; profile: number },
  fault: AgentFault,
): void {
  if (fault === 'releases') {
    // It never begins a released delivery.
    s.tasks[profile] = null;
    s.net.push({ to: 'server', kind: 'release', profile, token: task.token });
  } else if (fault === 'hangs') at(s.names, task.name).isStuck = true;
  else if (fault === 'not found') end(task, { outcome: 'not_found' });
  else if (fault === 'cannot tell') end(task, { outcome: 'unknown' });
  else if (fault === 'blocked after the click') end(task, { outcome: 'unknown', isBlocked: true });
  else if (fault === 'in use') end(task, { outcome: 'failed', isInUse: true });
  else if (fault === 'site unreachable') end(task, { outcome: 'failed', isUnreachable: true });
  else if (fault === 'machine fault') end(task, { outcome: 'failed', isFault: true });
  else end(task, { outcome: 'failed', isBlocked: fault === 'blocked', isSignedOut: fault === 'signed out' });
}

function end(task: Task, said: Partial<Task>): void {
  Object.assign(task, { phase: 'reporting', isFresh: false }, said);
}

/** A power cut: the last line of the journal is lost, unless it is on the disk. */
export function losePower(s: State, rules: Rules): void {
  if (!rules.journalIsSynced)
    for (const task of s.tasks)
      if (task?.phase === 'clicking' || task?.phase === 'pressed') task.phase = 'granted';
  crash(s, rules);
}

/** The agent is killed and restarts from its journal: asked, clicking, or an outcome to repeat. */
export function crash(s: State, rules: Rules): void {
  s.tasks.forEach((task, profile) => {
    if (task === null) return;
    const { phase } = task;
    if (phase === 'asking' || phase === 'granted') end(task, { outcome: 'failed' });
    if (phase === 'clicking' || phase === 'pressed')
      end(task, { outcome: rules.journalSaysClicking ? 'unknown' : 'failed' });
    const isToRepeat = phase !== 'reporting' || rules.journalRepeatsOutcomes;
    if (phase !== 'held' && isToRepeat) s.reports.push(task);
    s.tasks[profile] = null;
  });
  forgetUnlessKept(s, rules);
  s.net = s.net.filter(({ to }) => to === 'server');
}

/** Its disk is lost: it restarts without a journal. */
export function loseJournal(s: State): void {
  s.tasks = s.tasks.map(() => null);
  s.reports = [];
  s.answered = [];
  // The record of what a restored database would have forgotten is lost.
  s.disasters = 0;
  s.noted = s.noted.map((names) => names.map(() => false));
  s.net = s.net.filter(({ to }) => to === 'server');
}

/** The `holding` of a work call: everything taken and not finished. */
export const holdingOf = (s: State): number[] =>
  [...s.tasks, ...s.reports].flatMap((task) => (task ? [task.token] : []));

/** A message reaches the agent; one for an unknown task is dropped. */
export function receive(s: State, message: Message & { to: 'agent' }): void {
  const { profile, token } = message;
  if (message.kind === 'work') {
    const { campaign, name, value, epoch } = message;
    const machine = machineOf(s, profile);
    learn(s, machine, message);
    if (s.tasks[profile] === null)
      s.tasks[profile] = { ...newTask, token, epoch, campaign, name, value, machine };
    return;
  }
  if (message.kind === 'result') {
    const task = s.tasks[profile];
    if (s.disasters > 0 || s.copies > 0 || s.wasCopied || s.epoch > 1)
      for (const one of [task, ...s.reports]) if (one?.token === token) s.answered.push({ ...one });
    if (task?.token === token) s.tasks[profile] = null;
    s.reports = s.reports.filter((report) => report.token !== token);
    return;
  }
  learnGrant(s, profile, message);
  const task = s.tasks[profile];
  if (task?.token !== token || task.phase !== 'asking') return;
  if (message.verdict === 'granted') task.phase = 'granted';
  else if (message.verdict === 'lease_over' && task.askedAgain) end(task, { outcome: 'failed' });
  // After any other refusal the agent has nothing to report.
  else s.tasks[profile] = null;
}

const newTask = {
  phase: 'held',
  isFresh: false,
  askedAgain: false,
  outcome: null,
  isBlocked: false,
  isSignedOut: false,
  isInUse: false,
  isUnreachable: false,
  isFault: false,
} as const;
