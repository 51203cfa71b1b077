import { halfOf, sendingDay, slowCapOn } from '../rules/caps.ts';
import { dayOf, hourOf, type OpenDay, type Opening, placeOf } from './forecast-days.ts';
import type { ForecastInputs, ForecastProfile } from './forecast-inputs.ts';
import type { Pace } from './forecast-pace.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
// With a change of the clock.
const LONGEST_DAY_HOURS = 27;
const NO_CAP = Number.POSITIVE_INFINITY;

/** Profiles that do the same while a forecast runs. Their counts are expected ones, so they need not be whole. */
export interface Sender {
  profiles: number;
  pace: Pace;
  halfPace: Pace;
  /** When its next message is due. */
  dueMs: number;
  halfUntilMs: number;
  capHour: number;
  capDay: number;
  /** On how many days it had sent before this one, since it began slowly. */
  slowDays: number | null;
  day: number;
  begunToday: number;
  hour: number;
  begunThisHour: number;
  firstMs: number | null;
  /** The people left whom each of them alone writes to. */
  own: number;
  /** What each of them could send since the last call of `settleSent`. */
  sent: number;
  /** How a day ends that it begins with nothing behind it, by the shape of the day. */
  known: Map<string, DayEnd>;
}

/** Moments count from the first opening of the day, hours from the one in which that lies. */
type DayEnd = Pick<Sender, 'begunToday' | 'begunThisHour' | 'dueMs'> & { hours: number };

type Paces = Pick<Sender, 'pace' | 'halfPace'>;

/** The profiles that can send, with their counters of now. */
export function sendersOf(inputs: ForecastInputs, startsMs: number, paces: Paces): Sender[] {
  const now = placeOf(inputs.time_zone, Date.parse(inputs.as_of));
  return inputs.profiles
    .filter(({ is_able }) => is_able)
    .map((profile) => ({
      ...paces,
      profiles: 1,
      dueMs: Math.max(startsMs, dueOf(inputs, profile), momentOf(profile.rests_until)),
      halfUntilMs: profile.slow_until === null ? 0 : Date.parse(profile.slow_until),
      capHour: Math.min(profile.cap_hour ?? NO_CAP, inputs.profile_cap_hour ?? NO_CAP),
      capDay: Math.min(profile.cap_day ?? NO_CAP, inputs.profile_cap_day ?? NO_CAP),
      slowDays: daysBefore(profile),
      day: profile.counted_day === null ? now.day : dayOf(profile.counted_day),
      begunToday: profile.begun_today,
      hour: profile.counted_hour === null ? now.hour : hourOf(profile.counted_hour),
      begunThisHour: profile.begun_this_hour,
      firstMs: null,
      // A server of the version before gives none.
      own: profile.people ?? 0,
      sent: 0,
      known: new Map(),
    }));
}

const momentOf = (at: string | null | undefined) => (at ? Date.parse(at) : 0);

/** The campaign starts when its moment has come and no other campaign uses its profiles. */
export function startOf({ as_of, start_at, profiles }: ForecastInputs): number {
  const busy = profiles
    .flatMap((profile) => (profile.is_able ? (profile.busy ?? []) : []))
    .map(({ from, until }) => ({ from: Date.parse(from), until: Date.parse(until) }))
    .sort((one, other) => one.from - other.from);
  const wanted = Math.max(Date.parse(as_of), momentOf(start_at));
  return busy.reduce((start, { from, until }) => (from <= start ? Math.max(start, until) : start), wanted);
}

/** A moment farther ahead than any pause was set by a clock that was wrong. */
function dueOf({ as_of, delay_end }: ForecastInputs, { next_send_at }: ForecastProfile): number {
  if (next_send_at === null) return 0;
  const due = Date.parse(next_send_at);
  return due > Date.parse(as_of) + 2 * Math.max(delay_end * 1000, MINUTE_MS) + MINUTE_MS ? 0 : due;
}

/** Takes profiles together that do the same from a day on. */
export function mergeSame(senders: Sender[], { day, openings }: OpenDay): Sender[] {
  const [opening] = openings;
  if (!opening) return senders;
  const hour = Math.floor((opening.from + opening.offset) / HOUR_MS);
  const merged = new Map<string, Sender>();
  for (const sender of senders) {
    beginDay(sender, day);
    sender.dueMs = Math.max(sender.dueMs, opening.from);
    if (sender.hour < hour) [sender.hour, sender.begunThisHour] = [hour, 0];
    const key = DIFFER_BY.map((field) => sender[field]).join();
    const same = merged.get(key);
    if (!same) merged.set(key, sender);
    else {
      same.profiles += sender.profiles;
      if (sender.firstMs !== null) same.firstMs = Math.min(same.firstMs ?? sender.firstMs, sender.firstMs);
    }
  }
  return [...merged.values()];
}

const DIFFER_BY = [
  'dueMs',
  'halfUntilMs',
  'capHour',
  'capDay',
  'slowDays',
  'begunToday',
  'hour',
  'begunThisHour',
  'own',
] as const;

/** The day on which a profile sends next. */
export function beginDay(sender: Sender, day: number): void {
  if (day <= sender.day) return;
  if (sender.slowDays !== null && sender.begunToday > 0) sender.slowDays += 1;
  sender.day = day;
  sender.begunToday = 0;
}

/** The most that can be sent on one day, without any cap. */
export function mostADay(senders: Sender[]): number {
  return senders.reduce(
    (sum, { profiles, pace }) => sum + profiles * (pace.anHour * LONGEST_DAY_HOURS + 1),
    0,
  );
}

/**
 * Sends what each may on a day, until a moment; gives how many people that reaches: first those whom a profile alone
 * writes to, then the `shared` ones.
 */
export function sendOn(
  senders: Sender[],
  day: OpenDay,
  { shared, until = Number.POSITIVE_INFINITY }: { shared: number; until?: number },
): number {
  let own = 0;
  let spare = 0;
  for (const sender of senders) {
    sender.sent = sendOne(sender, day, until);
    own += sender.profiles * ownReached(sender);
    spare += sender.profiles * Math.max(0, sender.sent - sender.own);
  }
  return own + Math.min(spare, shared);
}

// The n-th message is due where the expected count is half a message less.
export const HALF_A_MESSAGE = 0.5;

const ownReached = ({ own, sent }: Sender) => (sent > own - HALF_A_MESSAGE ? own : sent);

/** Takes a share of what was sent on a day from the people who are left; gives how many `shared` ones are. */
export function settleSent(senders: Sender[], { share, shared }: { share: number; shared: number }): number {
  let spare = 0;
  for (const sender of senders) {
    spare += sender.profiles * Math.max(0, sender.sent - sender.own);
    sender.own -= share * ownReached(sender);
  }
  return shared - share * Math.min(spare, shared);
}

function sendOne(sender: Sender, day: OpenDay, until: number): number {
  beginDay(sender, day.day);
  const before = sender.begunToday;
  const [first] = day.openings;
  if (first && until === Number.POSITIVE_INFINITY && isFresh(sender, first)) sendFresh(sender, day, first);
  else sendThrough(sender, day, until);
  return sender.begunToday - before;
}

function isFresh(sender: Sender, { from, offset }: Opening): boolean {
  return (
    sender.begunToday === 0 &&
    sender.dueMs <= from &&
    sender.halfUntilMs <= from &&
    sender.hour < Math.floor((from + offset) / HOUR_MS) &&
    slowCapAfter(sender.slowDays) === NO_CAP
  );
}

/** A year has few shapes of days: each is worked out once. */
function sendFresh(sender: Sender, day: OpenDay, { from, offset }: Opening): void {
  const hour = Math.floor((from + offset) / HOUR_MS);
  const known = sender.known.get(day.shape);
  if (known) {
    sender.begunToday = known.begunToday;
    sender.begunThisHour = known.begunThisHour;
    sender.hour = hour + known.hours;
    sender.dueMs = from + known.dueMs;
    sender.firstMs ??= from;
    return;
  }
  sendThrough(sender, day, Number.POSITIVE_INFINITY);
  const { begunToday, begunThisHour } = sender;
  const fresh = { begunToday, begunThisHour, hours: sender.hour - hour, dueMs: sender.dueMs - from };
  sender.known.set(day.shape, fresh);
}

function sendThrough(sender: Sender, { openings }: OpenDay, until: number): void {
  for (const { from, to, offset } of openings) {
    const end = Math.min(to, until);
    if (sender.halfUntilMs <= from) sendIn(sender, from, end, offset, false);
    else {
      sendIn(sender, from, Math.min(end, sender.halfUntilMs), offset, true);
      sendIn(sender, sender.halfUntilMs, end, offset, false);
    }
  }
}

/** The moment until which so many people are reached on a day. */
export function findMoment(
  senders: Sender[],
  day: OpenDay,
  { count, shared }: { count: number; shared: number },
): number {
  let low = day.openings[0]?.from ?? 0;
  let high = day.openings.at(-1)?.to ?? 0;
  while (high - low > 1000) {
    const middle = (low + high) / 2;
    const copies = senders.map((sender) => ({ ...sender }));
    if (sendOn(copies, day, { shared, until: middle }) >= count) high = middle;
    else low = middle;
  }
  return low;
}

/** Sends in a time through which neither the date nor half changes. */
function sendIn(sender: Sender, from: number, to: number, offset: number, isHalf: boolean): void {
  const pace = isHalf ? sender.halfPace : sender.pace;
  const capDay = Math.min(sender.capDay, slowCapAfter(sender.slowDays));
  const mostToday = isHalf ? halfOf(capDay) : capDay;
  const mostThisHour = isHalf ? halfOf(sender.capHour) : sender.capHour;
  let at = Math.max(from, sender.dueMs);
  while (at < to && sender.begunToday < mostToday) {
    const hour = Math.floor((at + offset) / HOUR_MS);
    if (hour > sender.hour) {
      sender.hour = hour;
      sender.begunThisHour = 0;
    }
    // Without a cap that holds, clock hours need no look each.
    const isFree = sender.begunThisHour === 0 && mostThisHour > pace.anHour + 1;
    let end = isFree ? to : Math.min(to, (hour + 1) * HOUR_MS - offset);
    const leftThisHour = isFree ? NO_CAP : mostThisHour - sender.begunThisHour;
    const count = Math.min(mostToday - sender.begunToday, leftThisHour, pace.countWithin(end - at));
    if (count > 0) {
      if (sender.firstMs === null) sender.firstMs = at;
      sender.dueMs = at + count * pace.periodMs;
      sender.begunToday += count;
      sender.begunThisHour += count;
      // After an hour that its cap fills, the next ones are the same.
      if (count === mostThisHour && end - at === HOUR_MS && sender.dueMs <= end) {
        const hours = Math.floor((to - end) / HOUR_MS);
        const same = Math.min(hours, Math.floor((mostToday - sender.begunToday) / count));
        sender.begunToday += same * count;
        sender.dueMs += same * HOUR_MS;
        sender.hour += same;
        end += same * HOUR_MS;
      }
    }
    at = Math.max(end, sender.dueMs);
  }
}

/** Whether caps end the day of all these profiles. */
export function areCapped(senders: Sender[]): boolean {
  return senders.every(({ begunToday, capDay, slowDays, dueMs, halfUntilMs }) => {
    const cap = Math.min(capDay, slowCapAfter(slowDays));
    return begunToday >= (dueMs < halfUntilMs ? halfOf(cap) : cap);
  });
}

/** The days on which it had sent before today. */
function daysBefore({ warm_up_day, begun_today }: ForecastProfile): number | null {
  const nth = sendingDay(warm_up_day, begun_today);
  return nth === null ? null : nth - 1;
}

/** What a profile that begins slowly may send today; null: it does not, or is over it. */
export function slowCapOf({ warm_up_day, begun_today }: ForecastProfile): number | null {
  return slowCapOn(sendingDay(warm_up_day, begun_today));
}

/** The cap of a profile that began slowly and has sent on so many days. */
export const slowCapAfter = (days: number | null) => (days === null ? null : slowCapOn(days + 1)) ?? NO_CAP;
