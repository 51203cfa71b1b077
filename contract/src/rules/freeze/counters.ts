import type { Zone } from '../../local-time.ts';
import {
  begunOn,
  begunToday,
  countedDay,
  countOnDay,
  countThisHour,
  countToday,
  type Here,
  hereOf,
  unlessSlowIsOver,
} from '../caps.ts';
import type { Ms } from '../change.ts';
import type { Counted, Profile, SendingDay } from '../facts.ts';

// What counters get besides grants, because a restore has forgotten those (docs/engine.md#what-a-restore-forgets). None of it
// is a grant of now, so that the moment of the last one (`counted_at`) stays.

/** A message whose grant was forgotten, as its agent tells it. Profile null: nobody knows it. */
export interface ForgottenGrant {
  campaign_id: number;
  profile_id: number | null;
  at: Ms;
}

/** The counters of a profile. */
type ProfileCounters = Counted & Pick<Profile, 'id' | 'warm_up_day'>;

/** The counter of a campaign's day or, as campaign 0, of the account's. */
interface DayCounter extends SendingDay {
  campaign_id: number;
}

/** What the tables say of a user's counters, before the days' numbers have the messages. */
export interface CounterFacts {
  zone: Zone;
  /** `days`: those that count results of the profile, since the first of the messages. */
  profiles: { profile: ProfileCounters; days: readonly string[] }[];
  /** Those of the campaigns of the messages, and of the account, that have a cap. */
  sending_days: DayCounter[];
}

/** Counters of a user as they are written. */
export interface WrittenCounters {
  profiles: ProfileCounters[];
  sending_days: DayCounter[];
}

/** The counters with messages that were forgotten, each in the hour and on the day of now if it was sent then. */
export function countForgotten(
  grants: readonly ForgottenGrant[],
  { zone, profiles, sending_days }: CounterFacts,
  now: Ms,
): WrittenCounters {
  const here = hereOf(zone, now);
  // The oldest first: an earlier day is known by the counter until today takes its place.
  const told = grants.toSorted((one, other) => one.at - other.at).map((grant) => toTold(grant, zone));
  return {
    profiles: profiles.map(({ profile, days }) => {
      const own = told.filter(({ profile_id }) => profile_id === profile.id);
      return countTold(profile, { own, days, here });
    }),
    sending_days: sending_days.map((counter) => {
      const own = told.filter(({ campaign_id }) => [0, campaign_id].includes(counter.campaign_id));
      return countToldOnDay(counter, own, here);
    }),
  };
}

type Told = ReturnType<typeof toTold>;

function toTold({ campaign_id, profile_id, at }: ForgottenGrant, zone: Zone) {
  const { day, hour } = hereOf(zone, at);
  return { campaign_id, profile_id, day, hour };
}

function countTold(
  profile: ProfileCounters,
  { own, days, here }: { own: Told[]; days: readonly string[]; here: Here },
): ProfileCounters {
  const known = new Set(days);
  let counted = profile;
  for (const { day, hour } of own) {
    const isToday = day >= here.day;
    // Where its zone was moved west the counter goes on with the later day.
    const of = isToday ? countedDay(counted.counted_day, counted.counted_at, here) : day;
    const isKnown = counted.counted_day === of || known.has(day);
    const warm_up_day = isKnown ? counted.warm_up_day : withDay(counted.warm_up_day);
    if (isToday) counted = { ...counted, ...countToday(counted, here) };
    if (hour >= here.hour) counted = { ...counted, ...countThisHour(counted, here) };
    counted = { ...counted, warm_up_day };
    known.add(day);
  }
  return counted;
}

/** With one sending day more, of a profile that begins slowly. */
const withDay = (warm_up_day: number | null) =>
  warm_up_day === null ? null : unlessSlowIsOver(warm_up_day + 1);

function countToldOnDay(counter: DayCounter, own: Told[], here: Here): DayCounter {
  let counted = counter;
  for (const { day } of own) if (day >= here.day) counted = { ...counted, ...countOnDay(counted, here) };
  return { ...counted, counted_at: counter.counted_at };
}

/** What the tables say of a user's counters and of the day of now. */
export interface TodayFacts {
  zone: Zone;
  /** `performed`: how many results the day's numbers have and, of campaign and account, how many are being sent. */
  profiles: { profile: ProfileCounters; performed: number }[];
  sending_days: (DayCounter & { performed: number })[];
}

/** The counters as sending goes on: none is below what is known of the day. */
export function recountToday({ zone, profiles, sending_days }: TodayFacts, now: Ms): WrittenCounters {
  const here = hereOf(zone, now);
  return {
    profiles: profiles.map(({ profile, performed }) => ({
      ...profile,
      counted_day: countedDay(profile.counted_day, profile.counted_at, here),
      begun_today: Math.max(begunToday(profile, here), performed),
    })),
    sending_days: sending_days.map(({ performed, ...counter }) => ({
      ...counter,
      day: countedDay(counter.day, counter.counted_at, here),
      begun: Math.max(begunOn(counter, here), performed),
    })),
  };
}
