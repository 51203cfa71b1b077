import { isShut } from './facts.ts';
import { isBeforeLast } from './last-moment-model.ts';
import { areProfilesExact, countBegunOf, notePassedCaps, passHour } from './profile-caps-model.ts';
import type { Rules } from './rules.ts';
import { findStartProblem, isCountingDown } from './start-model.ts';
import { at, type State } from './state.ts';

interface Place {
  campaign: number;
  profile: number;
}

/** Whether the hours of the account and of the campaign are both open. */
export const isOpenFor = (s: State, campaign: number) => s.isOpen && at(s.campaigns, campaign).isOpen;

/** The leases that are not begun, of all campaigns or of one. */
export function countLeased(s: State, only?: number): number {
  return s.profiles.filter(
    ({ lease }) =>
      lease &&
      (only === undefined || lease.campaign === only) &&
      at(s.rows, lease.campaign)[lease.name]?.state === 'leased',
  ).length;
}

/** After a claim: whether more is handed out than the caps let be begun. */
export function noteHandedOut(s: State, campaign: number): void {
  const c = at(s.campaigns, campaign);
  if (isCountingDown(s, campaign)) s.timeProblem = 'somebody is handed out before the end of a countdown';
  if (!isBeforeLast(s, campaign)) s.timeProblem = 'somebody is handed out too near a last moment';
  const isOver =
    (s.cap !== null && s.begun + countLeased(s) > s.cap) ||
    (c.cap !== null && c.begun + countLeased(s, campaign) > c.cap);
  if (isOver) s.timeProblem = 'more is handed out than a cap lets be begun';
}

/** Raises the counters that begin and claim read. */
export function countBegun(s: State, { campaign, profile }: Place, rules: Rules): void {
  if (!s.isPaced) return;
  s.begun += 1;
  at(s.campaigns, campaign).begun += 1;
  countBegunOf(s, profile, rules);
}

/** Records a grant as it happened, whatever the counters say, and whether it was allowed. */
export function noteGrant(s: State, { campaign, profile }: Place): void {
  if (!s.isPaced) return;
  if (!isOpenFor(s, campaign)) s.timeProblem = 'a message was begun outside of the hours';
  if (isCountingDown(s, campaign)) s.timeProblem = 'a message was begun before the end of a countdown';
  if (!isBeforeLast(s, campaign)) s.timeProblem = 'a message was begun too near a last moment';
  const { grantedToday: today } = s;
  const isPassed = notePassedCaps(s, profile);
  const counts: [number | null, number][] = [
    [s.cap, ++today.account],
    [at(s.campaigns, campaign).cap, raise(today.campaigns, campaign)],
  ];
  if (isPassed || counts.some(([cap, count]) => cap !== null && count > cap))
    s.timeProblem = 'a cap was passed';
}

function raise(counts: number[], index: number): number {
  const count = at(counts, index) + 1;
  counts[index] = count;
  return count;
}

/** The next day of the user's zone: every counter begins anew. */
export function passDay(s: State, rules: Rules): void {
  s.begun = 0;
  for (const profile of s.profiles)
    if (!rules.slowGrowsBySending && profile.slowDay !== null && profile.begun === 0) profile.slowDay += 1;
  for (const one of [...s.campaigns, ...s.profiles]) one.begun = 0;
  s.grantedToday = { account: 0, campaigns: s.campaigns.map(() => 0) };
  for (const record of s.record) record.today = 0;
  passHour(s, rules);
}

/** The hours of the account, or of a campaign, close or open. */
export function turnHours(
  s: State,
  { campaign, isOpen }: { campaign: number | null; isOpen: boolean },
): void {
  if (campaign === null) s.isOpen = isOpen;
  else at(s.campaigns, campaign).isOpen = isOpen;
}

/** The problem of a state with hours and caps. */
export function findTimeProblem(s: State): string | undefined {
  if (!s.isPaced) return undefined;
  const { account, campaigns } = s.grantedToday;
  const isExact =
    s.begun === account &&
    s.campaigns.every(({ begun }, index) => begun === at(campaigns, index)) &&
    areProfilesExact(s);
  if (s.profiles.some((_, profile) => isShut(s, profile))) return 'a cap lets nobody be written to';
  return s.timeProblem ?? (isExact ? findStartProblem(s) : 'a counter is not its grants');
}
