import type { Rules } from './rules.ts';
import { at, type Message, type State, type Task } from './state.ts';

/** What an agent may do next for one of its tasks; each is one step, between any two of which it may be killed. */
export type AgentStep = 'ask' | 'note clicking' | 'press' | 'note sent' | 'give up' | 'report';

/** Trouble on the way, of which each costs a fault. */
export type Trouble = 'nothing sent' | 'not found' | 'cannot tell' | 'blocked' | 'blocked after the click';

export function agentSteps(s: State, task: Task): AgentStep[] {
  switch (task.phase) {
    case 'held':
      return ['ask'];
    case 'asking':
      return isUnderWay(s, task, 'begin') ? [] : ['ask'];
    case 'granted':
      return task.isFresh ? ['note clicking'] : ['ask'];
    case 'clicking':
      // It looks at its clock once more, just before the click.
      return [task.isFresh ? 'press' : 'give up'];
    case 'pressed':
      return ['note sent'];
    case 'reporting':
      return isUnderWay(s, task, 'result') ? [] : ['report'];
  }
}

export function troubles(task: Task): Trouble[] {
  if (task.phase === 'granted') return ['nothing sent', 'not found', 'blocked'];
  return task.phase === 'pressed' ? ['cannot tell', 'blocked after the click'] : [];
}

/** Whether a question or its answer may still come; after that the agent asks again. */
function isUnderWay(s: State, { token }: Task, kind: 'begin' | 'result'): boolean {
  return s.net.some((message) => message.kind === kind && message.token === token);
}

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
      s.net.push({ to: 'server', kind: 'begin', profile, token });
      return;
    case 'note clicking':
      task.phase = 'clicking';
      return;
    case 'press': {
      const arrived = at(s.inbox, campaign);
      arrived[name] = at(arrived, name) + 1;
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
      const { outcome, isBlocked } = task;
      if (outcome === null) throw new Error('There is nothing to report.');
      s.net.push({ to: 'server', kind: 'result', profile, token, campaign, name, outcome, isBlocked });
    }
  }
}

export function haveTrouble(task: Task, trouble: Trouble): void {
  if (trouble === 'not found') end(task, { outcome: 'not_found' });
  else if (trouble === 'cannot tell') end(task, { outcome: 'unknown' });
  else if (trouble === 'blocked after the click') end(task, { outcome: 'unknown', isBlocked: true });
  else end(task, { outcome: 'failed', isBlocked: trouble === 'blocked' });
}

function end(task: Task, said: Partial<Task>): void {
  Object.assign(task, { phase: 'reporting', isFresh: false }, said);
}

/** The agent is killed and starts again from its journal: asked, clicking, or an outcome to repeat. */
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
  s.net = s.net.filter(({ to }) => to === 'server');
}

/** A message reaches the agent; one for a task it does not have is dropped. */
export function receive(s: State, message: Message & { to: 'agent' }): void {
  const { profile, token } = message;
  if (message.kind === 'work') {
    const { campaign, name } = message;
    if (s.tasks[profile] === null) s.tasks[profile] = { ...newTask, token, campaign, name };
    return;
  }
  if (message.kind === 'result') {
    if (s.tasks[profile]?.token === token) s.tasks[profile] = null;
    s.reports = s.reports.filter((report) => report.token !== token);
    return;
  }
  const task = s.tasks[profile];
  if (task?.token !== token || task.phase !== 'asking') return;
  if (message.verdict === 'granted') task.phase = 'granted';
  else if (message.verdict === 'lease_over' && task.askedAgain) end(task, { outcome: 'failed' });
  // After any other refusal nothing is owed.
  else s.tasks[profile] = null;
}

const newTask = {
  phase: 'held',
  isFresh: false,
  askedAgain: false,
  outcome: null,
  isBlocked: false,
} as const;
