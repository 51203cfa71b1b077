import { CLAIM_MS } from '../open-hours.ts';
import { capsOfDays } from './forecast-caps.ts';
import { dateOf, type OpenDay, openDays } from './forecast-days.ts';
import type { ForecastInputs, ForecastProfile, ForecastStop } from './forecast-inputs.ts';
import { paceOf } from './forecast-pace.ts';
import { rangeOf } from './forecast-range.ts';
import {
  areCapped,
  findMoment,
  HALF_A_MESSAGE,
  mergeSame,
  mostADay,
  type Sender,
  sendersOf,
  sendOn,
  settleSent,
  slowCapOf,
  startOf,
} from './forecast-senders.ts';

const DAY_MS = 86_400_000;

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
  stopped_by: ForecastStop | null;
  /**
   * The people who get it before the campaign pauses for a look, by when, and those after it. They count as if Start was
   * pressed at once.
   */
  look: { people: number; at: string | null; others: number } | null;
  /** It holds if these campaigns send nothing. */
  uncounted: string[];
}

/** When a campaign ends, as of now (docs/behaviour.md#forecast). */
export function forecast(inputs: ForecastInputs): Forecast {
  const startsMs = startOf(inputs);
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
  const range =
    run.endMs === null
      ? null
      : rangeOf({
          days,
          cappedDays: [run, early, late].flatMap(({ reached }) => cappedDaysOf(reached)),
          notBefore: Math.max(startsMs, run.firstMs ?? startsMs),
          ends: { mean: run.endMs, early: early.endMs, late: late.endMs },
        });
  const lookMs = late.lookMs ?? run.lookMs;
  return {
    starts_at: new Date(startsMs).toISOString(),
    first_at: isoOf(run.firstMs),
    ends_at: isoOf(run.endMs),
    early: isoOf(range?.early ?? null),
    late: isoOf(range?.late ?? null),
    days: messagesByDay(run),
    unreached: inputs.people - (run.reached.at(-1)?.people ?? 0),
    stopped_by: run.endMs === null ? stopOf({ able, isOpen: days.length > 0, last }) : null,
    look: hasLook(inputs)
      ? { people: inputs.canary, at: isoOf(lookMs), others: inputs.people - inputs.canary }
      : null,
    uncounted: inputs.uncounted ?? [],
  };
}

function stopOf({
  able,
  isOpen,
  last,
}: {
  able: number;
  isOpen: boolean;
  last: number | null;
}): ForecastStop {
  if (able === 0) return 'profiles';
  if (last !== null) return 'last_moment';
  return isOpen ? 'year' : 'hours';
}

/** A canary that reaches everybody pauses nothing. */
const hasLook = (inputs: ForecastInputs): inputs is ForecastInputs & { canary: number } =>
  inputs.canary != null && inputs.canary > 0 && inputs.canary < inputs.people;

const cappedDaysOf = (reached: Run['reached']) => reached.filter((one) => one.isCapped).map(({ day }) => day);

/** Each profile's messages on the longest day of a week; one that begins slowly has its present cap. */
export function fullDaysOf(inputs: ForecastInputs): number[] {
  const startsMs = Date.parse(inputs.as_of) + DAY_MS;
  const days = openDays({ ...inputs, quiet_dates: [] }, startsMs, startsMs + 8 * DAY_MS);
  return inputs.profiles.map((profile) => {
    const caps = [profile.cap_day, slowCapOf(profile)].filter((cap) => cap !== null);
    const fresh: ForecastProfile = {
      ...profile,
      next_send_at: null,
      rests_until: null,
      busy: [],
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
        canary: null,
        sharing: [],
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
  const canary = inputs.canary && retried(inputs.canary);
  return { ...inputs, profiles, people: retried(shared) + own, canary };
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
  /** When the canary is done. */
  lookMs: number | null;
  /** The people who are reached by the end of each day, and whether caps end it before its hours do. */
  reached: { day: number; people: number; isCapped: boolean }[];
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
  let first = hasLook(inputs) ? inputs.canary : 0;
  let firstMs: number | null = null;
  let lookMs: number | null = null;
  let endMs = people === 0 ? startsMs : null;
  const capOf = capsOfDays(inputs, { days, startsMs });
  for (const [index, day] of days.entries()) {
    // Whose own people are reached is done where nobody is for all.
    if (shared <= 0) senders = senders.filter(({ own }) => own > 0);
    if (left <= 0 || senders.length === 0) break;
    if (index < MERGED_DAYS) senders = mergeSame(senders, day);
    const before = Math.min(left, first || left) <= most ? senders.map((sender) => ({ ...sender })) : [];
    const cap = capOf(day);
    const sent = cap.most > 0 ? sendOn(senders, day, { shared }) : 0;
    const capped = cap.share(sent);
    firstMs ??= firstOf(senders);
    const count = Math.min(sent, capped, left);
    if (first > 0 && count > first - HALF_A_MESSAGE)
      lookMs = findMoment(before, day, { count: first - HALF_A_MESSAGE, shared }) + workMs;
    first = Math.max(0, first - count);
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
    const isCapped = capped === 0 || sent > capped || areCapped(senders);
    reached.push({ day: day.day, people: Math.round(people - left), isCapped });
  }
  return { firstMs, endMs, lookMs, reached };
}

function firstOf(senders: Sender[]): number | null {
  const firsts = senders.flatMap(({ firstMs }) => firstMs ?? []);
  return firsts.length > 0 ? Math.min(...firsts) : null;
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
