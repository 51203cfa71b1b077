import { agentFaults, agentSteps, holdingOf, isStuck } from './agent-model.ts';
import { canPutBack, listDispensable, machineOf } from './copy-model.ts';
import { disasters, recoveries } from './disaster-model.ts';
import { ownerSteps } from './owner-steps.ts';
import { replySteps } from './reply-model.ts';
import { dueStarts } from './start-model.ts';
import { at, type Row, type Server, type State } from './state.ts';
import type { Step } from './step.ts';

/** The ordinary steps: no faults and no steps of the owner. */
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
  for (const step of recoveries(s)) steps.push({ kind: 'recovery', ...step });
  for (const machine of listDispensable(s)) steps.push({ kind: 'minute over', machine });
  if (s.isImporting) steps.push({ kind: 'end import' });
  if (isAnythingLater(s)) steps.push({ kind: 'wait' });
  s.profiles.forEach(({ lease }, profile) => {
    if (lease && !lease.isOver && expiresByItself(s, lease.token)) steps.push({ kind: 'lease end', profile });
  });
  s.profiles.forEach(({ isResting }, profile) => {
    if (isResting) steps.push({ kind: 'rest end', profile });
  });
  const free = s.tasks.flatMap((task, profile) => {
    const isAsked = s.net.some((message) => message.kind === 'work' && message.profile === profile);
    return task !== null || isAsked ? [] : [profile];
  });
  // A call is from one machine.
  const ofOne = Object.values(Object.groupBy(free, (profile) => machineOf(s, profile))).flatMap((one) =>
    one ? [one] : [],
  );
  const together = s.isPlain ? [] : ofOne.filter((profiles) => profiles.length > 1);
  const groups = [...free.map((profile) => [profile]), ...together];
  for (const profiles of groups) {
    steps.push({ kind: 'claim', profiles });
    if (hasUnnamed(s)) steps.push({ kind: 'claim', profiles, isNaming: true });
  }
  return [...steps, ...timeSteps(s)];
}

/** Last, because they help only who waits for time. */
function timeSteps(s: State): Step[] {
  if (!s.isPaced) return [];
  const steps: Step[] = s.isOpen ? [] : [{ kind: 'hours open', campaign: null }];
  for (const [campaign, { isOpen }] of s.campaigns.entries())
    if (!isOpen) steps.push({ kind: 'hours open', campaign });
  if (s.profiles.some(({ hourCap, begunThisHour }) => hourCap !== null && begunThisHour > 0))
    steps.push({ kind: 'hour passes' });
  if (s.begun > 0) steps.push({ kind: 'day passes' });
  s.profiles.forEach(({ isHalved }, profile) => {
    if (isHalved) steps.push({ kind: 'half over', profile });
  });
  for (const [campaign, { lastMoment, isDeleted, status }] of s.campaigns.entries()) {
    if (isDeleted || status === 'completed' || status === 'failed') continue;
    if (lastMoment === 'ahead') steps.push({ kind: 'last moment near', campaign });
    if (lastMoment === 'near') steps.push({ kind: 'last moment passes', campaign });
  }
  return [...startSteps(s), ...steps];
}

/** A start that is refused for long is late in the end. */
function startSteps(s: State): Step[] {
  const steps: Step[] = dueStarts(s).length > 0 ? [{ kind: 'start scheduled' }] : [];
  for (const [campaign, { status, isDeleted, isCountingDown, schedule }] of s.campaigns.entries()) {
    if (isDeleted) continue;
    if (status === 'running' && isCountingDown) steps.push({ kind: 'countdown over', campaign });
    if (status === 'pending' && schedule === 'ahead') steps.push({ kind: 'start comes', campaign });
    if (status === 'pending' && schedule === 'due') steps.push({ kind: 'quarter passes', campaign });
  }
  return steps;
}

/** Hours that close, and begins in one batch. */
function pacedSteps(s: State): Step[] {
  if (!s.isPaced) return [];
  const begins = s.net.flatMap(({ to, kind }, index) => (to === 'server' && kind === 'begin' ? [index] : []));
  const steps = begins.flatMap((one) =>
    begins.flatMap((other): Step[] =>
      at(s.net, one).token === at(s.net, other).token
        ? []
        : [{ kind: 'begin together', indexes: [one, other] }],
    ),
  );
  if (s.closings === 0) return steps;
  if (s.isOpen) steps.push({ kind: 'hours close', campaign: null });
  for (const [campaign, { isOpen, isDeleted }] of s.campaigns.entries())
    if (isOpen && !isDeleted) steps.push({ kind: 'hours close', campaign });
  return steps;
}

function isAnythingLater(s: State): boolean {
  const isLater = (row: Row | null) => row?.state === 'waiting' && row.retryAt > 0;
  return s.rows.some((rows) => rows.some(isLater)) || s.profiles.some(({ dueAt }) => dueAt > 0);
}

/** Whether the agent does not know a lease: its answer is on its way, or was lost. */
function hasUnnamed(s: State): boolean {
  const named = holdingOf(s);
  return s.profiles.some(({ lease }) => lease && !named.includes(lease.token));
}

/** Whether a lease runs out without a fault: no agent works on it, or its thread hangs. */
export function expiresByItself(s: State, token: number): boolean {
  return !isWorkedOn(s, token) || s.tasks.some((task) => task?.token === token && isStuck(s, task));
}

function isWorkedOn(s: State, token: number): boolean {
  return (
    s.tasks.some((task) => task?.token === token) ||
    s.net.some((message) => message.token === token) ||
    s.reports.some((report) => report.token === token)
  );
}

/** The possible faults in transit, at the agent or at the database; none once the budgets are used up. */
export function faultSteps(s: State): Step[] {
  const steps: Step[] = [];
  if (s.faults > 0) {
    s.net.forEach((message, index) => {
      steps.push({ kind: 'drop', index });
      if (message.to === 'server') steps.push({ kind: 'repeat', index });
    });
    s.profiles.forEach(({ lease }, profile) => {
      if (lease && !lease.isOver && !expiresByItself(s, lease.token))
        steps.push({ kind: 'lease end', profile });
    });
    s.tasks.forEach((task, profile) => {
      if (task) for (const fault of agentFaults(s, task)) steps.push({ kind: 'agent fault', profile, fault });
    });
    if (s.tasks.some((task) => task !== null)) {
      steps.push({ kind: 'crash' });
      // Only the journals know what a restored database has forgotten: an owner who continues without one is warned.
      const isKnown = !s.isFrozen && s.machines.every(({ epoch }) => epoch === s.epoch);
      if (isKnown && s.copies === 0 && !s.wasCopied) steps.push({ kind: 'lose journal' });
      if (!s.isPlain || s.disasters > 0) steps.push({ kind: 'lose power' });
    }
  }
  steps.push(...straySteps(s), ...pacedSteps(s), ...replySteps(s));
  for (const disaster of disasters(s)) steps.push({ kind: 'disaster', disaster });
  if (s.copies > 0 && !s.backup) steps.push({ kind: 'disaster', disaster: 'backup' });
  if (canPutBack(s)) steps.push({ kind: 'put back' });
  return s.ownerActions > 0
    ? [...steps, ...ownerSteps(s).map((step): Step => ({ kind: 'owner', step }))]
    : steps;
}

/**
 * Reports of deliveries that this server never handed out: another server's, or for names that came after the start.
 */
function straySteps(s: State): Step[] {
  return s.campaigns.flatMap(({ mark, isGone }, campaign) => {
    if (mark === null || isGone) return [];
    return s.names.flatMap(({ isDeleted, firstPosition }, name): Step[] => {
      if (isDeleted) return [];
      const servers: Server[] = ['another'];
      const hasRow = at(at(s.rows, campaign), name) !== null;
      if (!hasRow) servers.push('none');
      if (!hasRow && firstPosition > mark) servers.push('this');
      return servers.map((server) => ({ kind: 'stray', campaign, name, server }));
    });
  });
}
