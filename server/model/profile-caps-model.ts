import type { Rules } from './rules.ts';
import { at, type State } from './state.ts';

/** The smaller one of two caps, of which each may be missing. */
const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The cap of the profile's next sending day while it begins slowly; null: it does not. */
function slowCap(s: State, day: number | null): number | null {
  const { first, more, days } = s.slow;
  return day === null || day > days ? null : first + more * (day - 1);
}

/** Which of its sending days it is for a profile that begins slowly. */
function slowDayOf(s: State, profile: number): number | null {
  const { slowDay, begun } = at(s.profiles, profile);
  return slowDay === null || (slowDay > 0 && begun > 0) ? slowDay : slowDay + 1;
}

/** The cap of the profile's day, the smaller one while it begins slowly. */
export const leastCapOf = (s: State, profile: number): number | null =>
  least(at(s.profiles, profile).cap, slowCap(s, slowDayOf(s, profile)));

/** Raises what begin and claim read of the profile. */
export function countBegunOf(s: State, profile: number, rules: Rules): void {
  const counted = at(s.profiles, profile);
  const day =
    rules.slowDaysCountOnce || counted.slowDay === null ? slowDayOf(s, profile) : counted.slowDay + 1;
  counted.slowDay = day !== null && day > s.slow.days && rules.slowEnds ? null : day;
  counted.begun += 1;
  counted.begunThisHour += 1;
}

/** Records a grant of the profile as it happened, and whether its caps allowed it, by that record alone. */
export function notePassedCaps(s: State, profile: number): boolean {
  const { cap, hourCap } = at(s.profiles, profile);
  const record = at(s.record, profile);
  record.thisHour += 1;
  record.today += 1;
  if (record.today === 1 && record.slowDays !== null)
    record.slowDays = record.slowDays === s.slow.days ? null : record.slowDays + 1;
  const share = record.isHalved ? 2 : 1;
  const limits: [number | null, number][] = [
    [hourCap, record.thisHour],
    [least(cap, slowCap(s, record.slowDays)), record.today],
  ];
  return limits.some(([limit, count]) => limit !== null && count > Math.ceil(limit / share));
}

/** The next hour of the user's zone: the counters of hours begin anew. */
export function passHour(s: State, rules: Rules): void {
  for (const record of s.record) record.thisHour = 0;
  if (rules.hourBeginsAnew) for (const profile of s.profiles) profile.begunThisHour = 0;
}

/** A block that its owner ends is followed by a week at half. */
export function halveAfterBlock(s: State, profile: number, rules: Rules): void {
  if (!s.isPaced || !at(s.profiles, profile).isBlocked) return;
  at(s.record, profile).isHalved = true;
  if (rules.blockHalves) at(s.profiles, profile).isHalved = true;
}

/** The week is over, or its owner ends it. */
export function endHalf(s: State, profile: number): void {
  at(s.record, profile).isHalved = false;
  at(s.profiles, profile).isHalved = false;
}

/** Whether the profiles' counters are what happened. */
export const areProfilesExact = (s: State): boolean =>
  s.profiles.every(({ begun, begunThisHour, slowDay }, index) => {
    const { today, thisHour, slowDays } = at(s.record, index);
    return begun === today && begunThisHour === thisHour && slowDay === slowDays;
  });
