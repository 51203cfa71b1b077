import { CLAIM_MS } from '../open-hours.ts';
import { halfOf } from '../rules/caps.ts';
import { WORK_SECONDS } from './forecast.ts';
import { dayOf, type Opening, openDays, placeOf } from './forecast-days.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { paceOf } from './forecast-pace.ts';
import { beginDay, type Sender, sendersOf, slowCapAfter, startOf } from './forecast-senders.ts';

const HOUR_MS = 3_600_000;

interface NextSend {
  /** The place of its profile among those of the inputs. */
  profile: number;
  at: number;
}

type Place = Opening & { day: number };
interface Planned {
  sender: Sender;
  profile: number;
  /** Undefined: no moment within a year. */
  next: { at: number; place: Place } | undefined;
}

/**
 * Gives one message after another with its moment and profile, as the forecast sees them (docs/behaviour.md#next-people).
 * Each call takes the next one, not before a moment; undefined once nothing more can be sent.
 */
export function planSends(inputs: ForecastInputs): (notBefore?: number) => NextSend | undefined {
  const asOf = Date.parse(inputs.as_of);
  const startsMs = startOf(inputs);
  const last = inputs.not_after === null ? null : Date.parse(inputs.not_after) - CLAIM_MS;
  const places = openDays(inputs, startsMs, last).flatMap(({ day, openings }) =>
    openings.map((opening): Place => ({ ...opening, day })),
  );
  const pauseMs = ((inputs.delay_start + inputs.delay_end) / 2) * 1000;
  const workMs = WORK_SECONDS * 1000;
  const paces = { pace: paceOf(pauseMs + workMs, 0), halfPace: paceOf(2 * pauseMs + workMs, 0) };
  const able = inputs.profiles.flatMap(({ is_able }, profile) => (is_able ? [profile] : []));
  const senders = sendersOf(inputs, startsMs, paces).map(
    (sender, index): Planned => ({ sender, profile: able[index] ?? 0, next: undefined }),
  );
  const left = countDown(inputs, placeOf(inputs.time_zone, asOf).day);
  for (const one of senders) one.next = findNext(one.sender, places, { notBefore: 0, left });

  return (notBefore = 0) => {
    for (const one of senders)
      if (one.next && (one.next.at < notBefore || left(one.next.place.day) <= 0))
        one.next = findNext(one.sender, places, { notBefore, left });
    const first = senders.reduce<Planned | undefined>(
      (least, one) => (one.next && (!least?.next || one.next.at < least.next.at) ? one : least),
      undefined,
    );
    if (!first?.next) return undefined;
    const { profile, sender, next } = first;
    count(sender, next);
    left(next.place.day, 1);
    first.next = findNext(sender, places, { notBefore: 0, left });
    return { profile, at: next.at };
  };
}

/** What the caps of campaign and account leave on a day, less what is taken of it. */
function countDown(inputs: ForecastInputs, today: number): (day: number, taken?: number) => number {
  const counters = [
    counterOf(inputs.cap_day, { begun: inputs.begun_today, day: inputs.counted_day, today }),
    counterOf(inputs.campaign_cap_day, {
      begun: inputs.campaign_begun_today,
      day: inputs.campaign_counted_day,
      today,
    }),
  ];
  return (day, taken = 0) => Math.min(...counters.map((left) => left(day, taken)));
}

interface Begun {
  begun: number;
  /** The later day to which it belongs because the zone was moved west. */
  day: string | null;
  today: number;
}

function counterOf(cap: number | null, { begun, day: later, today }: Begun) {
  if (cap === null) return () => Number.POSITIVE_INFINITY;
  const counted = later === null ? today : dayOf(later);
  const taken = new Map([[counted, begun]]);
  return (day: number, more: number) => {
    const belongsTo = Math.max(day, counted);
    const all = (taken.get(belongsTo) ?? 0) + more;
    taken.set(belongsTo, all);
    return cap - all;
  };
}

interface Allowed {
  notBefore: number;
  left: (day: number) => number;
}

/** The next moment at which its pause, the hours and all caps let a profile send. */
function findNext(sender: Sender, places: Place[], { notBefore, left }: Allowed): Planned['next'] {
  for (const place of places) {
    if (place.to <= sender.dueMs || place.to <= notBefore || left(place.day) <= 0) continue;
    let at = Math.max(place.from, sender.dueMs, notBefore);
    while (at < place.to) {
      const later = laterByCaps(sender, place, at);
      if (later === at) return { at, place };
      at = later ?? place.to;
    }
  }
  return undefined;
}

/** The moment itself if the profile's caps let it send, else a later one to look at; undefined: not on this day. */
function laterByCaps(sender: Sender, { day, offset }: Place, at: number): number | undefined {
  // After the zone was moved west its counters belong to a later day.
  const isToday = day <= sender.day;
  const begunToday = isToday ? sender.begunToday : 0;
  const slowDays =
    !isToday && sender.slowDays !== null && sender.begunToday > 0 ? sender.slowDays + 1 : sender.slowDays;
  const isHalf = at < sender.halfUntilMs;
  const halved = (cap: number) => (isHalf ? halfOf(cap) : cap);
  if (begunToday >= halved(Math.min(sender.capDay, slowCapAfter(slowDays))))
    return isHalf ? sender.halfUntilMs : undefined;
  const hour = Math.floor((at + offset) / HOUR_MS);
  const begunThisHour = hour > sender.hour ? 0 : sender.begunThisHour;
  if (begunThisHour < halved(sender.capHour)) return at;
  const nextHour = (Math.max(hour, sender.hour) + 1) * HOUR_MS - offset;
  return isHalf ? Math.min(nextHour, sender.halfUntilMs) : nextHour;
}

function count(sender: Sender, { at, place }: { at: number; place: Place }): void {
  beginDay(sender, place.day);
  sender.begunToday += 1;
  const hour = Math.floor((at + place.offset) / HOUR_MS);
  if (hour > sender.hour) [sender.hour, sender.begunThisHour] = [hour, 0];
  sender.begunThisHour += 1;
  sender.dueMs = at + (at < sender.halfUntilMs ? sender.halfPace : sender.pace).periodMs;
}
