import type { Rules } from './rules.ts';
import { at, type State } from './state.ts';

/** What an undone start leaves: a message that is out, or one that a restored database still learns of. */
const LEFT_ALONE: readonly string[] = ['skipped', 'sent', 'uncertain'];

/** Whether nothing of a running campaign may be sent yet, because its start can be undone. */
export const isCountingDown = (s: State, campaign: number) => at(s.campaigns, campaign).isCountingDown;

/** A start can be undone until its countdown is over, and a first one only while nobody was handed out. */
export function undoStart(s: State, campaign: number, rules: Rules): boolean {
  const c = at(s.campaigns, campaign);
  if (c.isDeleted || c.status !== 'running' || c.startedFrom === null) return false;
  const isClean =
    c.startedFrom === 'paused' || at(s.rows, campaign).every((row) => !row || row.state === 'skipped');
  if (rules.undoNeedsNoRow && !(c.isCountingDown && isClean)) return false;
  c.status = c.startedFrom;
  if (c.startedFrom === 'pending') Object.assign(c, { mark: null, chosen: [] });
  Object.assign(c, { isCountingDown: false, startedFrom: null });
  return true;
}

/** A pending campaign is to start by itself, once. */
export function scheduleStart(s: State, campaign: number): boolean {
  const c = at(s.campaigns, campaign);
  if (c.isDeleted || c.status !== 'pending') return false;
  Object.assign(c, { schedule: 'ahead', isOverdue: false, isScheduled: true });
  return true;
}

/** The campaigns whose moment has come, as the sweep finds them: the late ones have the earliest moments. */
export const dueStarts = (s: State): number[] =>
  (['late', 'due'] as const).flatMap((schedule) =>
    s.campaigns.flatMap((c, campaign) =>
      c.schedule === schedule && !c.isOverdue && !c.isDeleted && c.status === 'pending' ? [campaign] : [],
    ),
  );

/** Starts what is due; what is late asks instead. */
export function startScheduled(s: State, start: (s: State, campaign: number) => boolean, rules: Rules): void {
  for (const campaign of dueStarts(s)) {
    const c = at(s.campaigns, campaign);
    const { schedule, isScheduled } = c;
    if (schedule === 'late' && rules.lateScheduleAsks) c.isOverdue = true;
    else if (s.maySend && start(s, campaign)) {
      if (schedule === 'late') s.timeProblem = 'a campaign was started too late';
      if (!isScheduled) s.timeProblem = 'a campaign was started twice for one moment';
    }
  }
}

/** The problem of a state with countdowns and schedules. */
export function findStartProblem(s: State): string | undefined {
  for (const [campaign, c] of s.campaigns.entries()) {
    if (!s.hasStarts || c.status !== 'pending' || c.isDeleted) continue;
    if (c.mark !== null) return 'an undone start keeps its mark';
    if (at(s.rows, campaign).some((row) => row && !LEFT_ALONE.includes(row.state)))
      return 'an undone start has somebody in work';
    if (at(s.inbox, campaign).some((count) => count > 0)) return 'a message arrived of an undone start';
  }
  return undefined;
}

/** At rest a start that was to come has been made, or asks. */
export function findStartProblemAtRest(s: State): string | undefined {
  if (s.campaigns.some((c) => c.isCountingDown && c.status === 'running')) return 'a countdown at rest';
  return s.campaigns.some(
    ({ schedule, isOverdue, status, isDeleted }) =>
      schedule !== 'none' && !isOverdue && status === 'pending' && !isDeleted,
  )
    ? 'a scheduled campaign has not started and does not ask'
    : undefined;
}
