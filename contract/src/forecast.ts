import { dateOf, dayOf, type OpenDay, openDays, placeOf } from './forecast-days.ts';
import type { ForecastInputs, ForecastProfile } from './forecast-inputs.ts';
import { paceOf } from './forecast-pace.ts';
import {
  findMoment,
  HALF_A_MESSAGE,
  mergeSame,
  mostADay,
  type Sender,
  sendersOf,
  sendOn,
  settleSent,
  slowCapOf,
} from './forecast-senders.ts';
import { CLAIM_MS } from './open-hours.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time that a message takes, beside the pause after it. */
export const WORK_SECONDS = 20;
/** The share of messages that are tried again, where nothing was sent in the last 30 days. */
export const USUAL_RETRY_RATE = 0.05;

export interface Forecast {
  starts_at: string;
  /** Null: nothing can be sent. */
  first_at: string | null;
  /** Null: somebody is not reached within a year, or before the last moment. */
  ends_at: string | null;
  early: string | null;
  late: string | null;
  /** From the day of the first message to that of the last one, closed days too. */
  days: { day: string; messages: number }[];
  unreached: number;
}

/** When a campaign ends, as of now (docs/behaviour.md#forecast). */
export function forecast(inputs: ForecastInputs): Forecast {
  const asOf = Date.parse(inputs.as_of);
  const startsMs = Math.max(asOf, inputs.start_at === null ? asOf : Date.parse(inputs.start_at));
  const last = inputs.not_after === null ? null : Date.parse(inputs.not_after) - CLAIM_MS;
  const days = openDays(inputs, startsMs, last);
  const wanted = { inputs, days, startsMs };
  const { shared, busiest } = sharesOf(inputs);
  const { delay_start, delay_end } = inputs;
  const mean = (delay_start + delay_end) / 2;
  const deviation = (delay_end - delay_start) / Math.sqrt(12);
  const able = inputs.profiles.filter(({ is_able }) => is_able).length;
  const messages = Math.max(busiest, inputs.people / Math.max(1, able));
  const unsure = (2 * deviation) / Math.sqrt(Math.max(1, messages));
  const run = runOnce({ ...wanted, pause: mean });
  const early = runOnce({ ...wanted, pause: Math.max(delay_start, mean - unsure) });
  const late = runOnce({
    ...wanted,
    inputs: withRetries(inputs, shared),
    pause: Math.min(delay_end, mean + unsure),
  });
  const range = run.endMs === null ? null : rangeOf(days, run.endMs, early.endMs, late.endMs);
  return {
    starts_at: new Date(startsMs).toISOString(),
    first_at: isoOf(run.firstMs),
    ends_at: isoOf(run.endMs),
    early: isoOf(range?.early ?? null),
    late: isoOf(range?.late ?? null),
    days: messagesByDay(run),
    unreached: inputs.people - (run.reached.at(-1)?.people ?? 0),
  };
}

/** Each profile's messages on the longest day of a week; one that begins slowly has its present cap. */
export function fullDaysOf(inputs: ForecastInputs): number[] {
  const startsMs = Date.parse(inputs.as_of) + DAY_MS;
  const days = openDays({ ...inputs, quiet_dates: [] }, startsMs, startsMs + 8 * DAY_MS);
  return inputs.profiles.map((profile) => {
    const caps = [profile.cap_day, slowCapOf(profile)].filter((cap) => cap !== null);
    const fresh: ForecastProfile = {
      ...profile,
      next_send_at: null,
      cap_day: caps.length > 0 ? Math.min(...caps) : null,
      begun_this_hour: 0,
      begun_today: 0,
      warm_up_day: null,
      people: null,
    };
    const run = runOnce({
      inputs: {
        ...inputs,
        people: Number.MAX_SAFE_INTEGER,
        profiles: [fresh],
        cap_day: null,
        campaign_cap_day: null,
      },
      days,
      startsMs,
      pause: (inputs.delay_start + inputs.delay_end) / 2,
    });
    return Math.max(0, ...messagesByDay(run).map(({ messages }) => messages));
  });
}

// After the first nights most profiles differ by nothing.
const MERGED_DAYS = 3;

/** The people whom any profile may write to, and those of the profile that has the most of its own. */
function sharesOf({ people, profiles }: ForecastInputs): { shared: number; busiest: number } {
  const own = profiles.map((profile) => (profile.is_able ? (profile.people ?? 0) : 0));
  return {
    shared: Math.max(0, people - own.reduce((sum, count) => sum + count, 0)),
    busiest: Math.max(0, ...own),
  };
}

/** With the retries of which there are seldom more: those to expect, and twice their deviation. */
function withRetries(inputs: ForecastInputs, shared: number): ForecastInputs {
  const { retry_rate } = inputs;
  const retried = (people: number) => {
    const expected = people * retry_rate;
    return people + Math.ceil(expected + 2 * Math.sqrt(expected * Math.max(0, 1 - retry_rate)));
  };
  const profiles = inputs.profiles.map((one) => ({ ...one, people: one.people && retried(one.people) }));
  const own = profiles.reduce((sum, one) => sum + (one.is_able ? (one.people ?? 0) : 0), 0);
  return { ...inputs, profiles, people: retried(shared) + own };
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(Math.round(ms)).toISOString());

interface Wanted {
  inputs: ForecastInputs;
  days: OpenDay[];
  startsMs: number;
  /** The mean pause, in seconds. */
  pause: number;
}

interface Run {
  firstMs: number | null;
  endMs: number | null;
  /** The people who are reached by the end of each day. */
  reached: { day: number; people: number }[];
}

/** Sends day by day until everybody is reached. */
function runOnce({ inputs, days, startsMs, pause }: Wanted): Run {
  const { people } = inputs;
  const workMs = WORK_SECONDS * 1000;
  const deviation = ((inputs.delay_end - inputs.delay_start) / Math.sqrt(12)) * 1000;
  let senders = sendersOf(inputs, startsMs, {
    pace: paceOf(pause * 1000 + workMs, deviation),
    halfPace: paceOf(2 * pause * 1000 + workMs, 2 * deviation),
  });
  const most = mostADay(senders);
  let { shared } = sharesOf(inputs);
  const reached: Run['reached'] = [];
  let left = people;
  let firstMs: number | null = null;
  let endMs = people === 0 ? startsMs : null;
  const today = placeOf(inputs.time_zone, Date.parse(inputs.as_of)).day;
  for (const [index, day] of days.entries()) {
    // Whose own people are reached is done where nobody is for all.
    if (shared <= 0) senders = senders.filter(({ own }) => own > 0);
    if (left <= 0 || senders.length === 0) break;
    if (index < MERGED_DAYS) senders = mergeSame(senders, day);
    const capped = leftOn(inputs, day.day, today);
    const before = left <= most ? senders.map((sender) => ({ ...sender })) : [];
    const sent = capped > 0 ? sendOn(senders, day, { shared }) : 0;
    firstMs ??= firstOf(senders);
    if (left <= capped && sent > left - HALF_A_MESSAGE) {
      endMs = findMoment(before, day, { count: left - HALF_A_MESSAGE, shared }) + workMs;
      left = 0;
    } else {
      left -= Math.min(sent, capped);
      if (sent > 0) shared = settleSent(senders, { share: Math.min(1, capped / sent), shared });
      // A cap of all profiles ends the day for those that could go on.
      const closes = day.openings.at(-1)?.to ?? 0;
      if (sent > capped) for (const sender of senders) sender.dueMs = Math.min(sender.dueMs, closes);
    }
    reached.push({ day: day.day, people: Math.round(people - left) });
  }
  return { firstMs, endMs, reached };
}

function firstOf(senders: Sender[]): number | null {
  const firsts = senders.flatMap(({ firstMs }) => firstMs ?? []);
  return firsts.length > 0 ? Math.min(...firsts) : null;
}

/** What the caps of campaign and account leave for a day. */
function leftOn(inputs: ForecastInputs, day: number, today: number): number {
  const left = (cap: number | null, begun: number, counted: string | null) => {
    const isCounted = day <= (counted === null ? today : dayOf(counted));
    return cap === null ? Number.POSITIVE_INFINITY : Math.max(0, cap - (isCounted ? begun : 0));
  };
  return Math.min(
    left(inputs.cap_day, inputs.begun_today, inputs.counted_day),
    left(inputs.campaign_cap_day, inputs.campaign_begun_today, inputs.campaign_counted_day),
  );
}

/** The messages of each day from the first that has some, closed days too. */
function messagesByDay({ reached }: Run): Forecast['days'] {
  const sending = reached.filter(({ people }) => people > 0);
  const days: Forecast['days'] = [];
  for (const [index, { day, people }] of sending.entries()) {
    const last = sending[index - 1];
    for (let closed = (last?.day ?? day) + 1; closed < day; closed++)
      days.push({ day: dateOf(closed), messages: 0 });
    days.push({ day: dateOf(day), messages: people - (last?.people ?? 0) });
  }
  return days;
}

const ROUND_MS = 10 * MINUTE_MS;

/**
 * The range around an end: as wide on both sides, in a unit that fits its length, while no closed time lies within it.
 */
function rangeOf(days: OpenDay[], end: number, early: number | null, late: number | null) {
  if (late === null) return { early: early === null ? null : floorTo(early, ROUND_MS), late: null };
  const width = Math.max(end - (early ?? end), late - end);
  const half = ceilTo(width, width < HOUR_MS ? 15 * MINUTE_MS : width < DAY_MS ? HOUR_MS : DAY_MS);
  const both = Math.max(half, 15 * MINUTE_MS);
  if (isOpenThroughout(days, end - both, end + both)) return { early: end - both, late: end + both };
  return {
    early: floorTo(Math.min(early ?? end, end), ROUND_MS),
    late: ceilTo(Math.max(late, end), ROUND_MS),
  };
}

const floorTo = (ms: number, unit: number) => Math.floor(ms / unit) * unit;
const ceilTo = (ms: number, unit: number) => Math.ceil(ms / unit) * unit;

// The last three minutes of the hours are none in which anything is handed out.
const SMALL_GAP_MS = 4 * MINUTE_MS;

function isOpenThroughout(days: OpenDay[], from: number, to: number): boolean {
  const openings = days.flatMap((day) => day.openings);
  return openings.every(({ to: closes }, index) => {
    const opens = openings[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return opens <= from || closes >= to - SMALL_GAP_MS || opens - closes < SMALL_GAP_MS;
  });
}
