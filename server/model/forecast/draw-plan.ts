import type { WeekMinutes } from '@pigeonpost/contract/sending-hours';

const DAY = 1440;
const ZONES = [
  'UTC',
  'Europe/Oslo',
  'America/New_York',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Pacific/Apia',
];
/** Days before the clock is changed in some of these zones, and an ordinary one. */
const BEGINNINGS = ['2027-03-11', '2027-03-25', '2027-04-01', '2027-10-28', '2027-11-04', '2027-07-01'];

interface DrawnProfile {
  cap_hour: number | null;
  cap_day: number | null;
  warm_up_day: number | null;
  /** It sends at half for so many hours. */
  halfHours: number | null;
}

/** A campaign with its account's hours and caps, drawn at random. */
export interface DrawnPlan {
  zone: string;
  begins: string;
  people: number;
  hours: WeekMinutes | null;
  campaignHours: WeekMinutes | null;
  quietDates: { from: string; to: string }[];
  delays: { start: number; end: number };
  caps: {
    profile_cap_hour: number | null;
    profile_cap_day: number | null;
    cap_day: number | null;
    campaign: number | null;
  };
  profiles: DrawnProfile[];
  /** The share of tries that fail and are tried again. */
  failing: number;
  /** Null: everybody is for all profiles. */
  followUp: DrawnFollowUp | null;
}

/** A follow-up of a campaign that was sent the day before. */
interface DrawnFollowUp {
  /** How much of the first campaign each profile sends beside the others, 0 to 1: so many own people it has. */
  shares: number[];
  /** People who are added to its list, and are for all profiles. */
  added: number;
}

/** Draws a plan that ends within some weeks. */
export function drawPlan(random: () => number): DrawnPlan {
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const oneOf = <T>(things: readonly T[]) => things[whole(0, things.length - 1)] as T;
  const sometimes = <T>(share: number, draw: () => T) => (random() < share ? draw() : null);
  const begins = new Date(Date.parse(`${oneOf(BEGINNINGS)}T00:00:00Z`) + whole(0, 4 * DAY) * 60_000);
  const start = whole(30, 500);
  const hours = sometimes(0.75, () => drawHours({ whole, random }));
  const quiet = new Date(begins.getTime() + whole(0, 6) * DAY * 60_000).toISOString().slice(0, 10);
  const plan = {
    zone: oneOf(ZONES),
    begins: begins.toISOString(),
    people: whole(20, 300),
    hours,
    // Hours of its own meet the account's, whichever these are.
    campaignHours: sometimes(0.2, () => drawDays(() => [whole(0, 9) * 60, whole(15, 24) * 60])),
    quietDates: sometimes(0.2, () => [{ from: quiet, to: quiet }]) ?? [],
    delays: { start, end: start + whole(0, 300) },
    caps: {
      profile_cap_hour: sometimes(0.3, () => whole(1, 12)),
      profile_cap_day: sometimes(0.4, () => whole(5, 40)),
      cap_day: sometimes(0.2, () => whole(20, 100)),
      campaign: sometimes(0.2, () => whole(10, 80)),
    },
    profiles: Array.from({ length: whole(1, 5) }, () => ({
      cap_hour: sometimes(0.1, () => whole(2, 12)),
      cap_day: sometimes(0.2, () => whole(5, 40)),
      warm_up_day: sometimes(0.2, () => 0),
      halfHours: sometimes(0.15, () => whole(1, 168)),
    })),
    failing: oneOf([0, 0.02, 0.05]),
  };
  // Drawn last, so that the other draws of a seed stay as they are.
  const followUp = sometimes(0.4, () => ({
    shares: plan.profiles.map(() => oneOf([0.2, 0.6, 1])),
    added: sometimes(0.3, () => whole(1, 60)) ?? 0,
  }));
  return { ...plan, followUp };
}

interface Draws {
  whole: (from: number, to: number) => number;
  random: () => number;
}

/** Office hours with a break, each day's own range, or nights. */
function drawHours({ whole, random }: Draws): WeekMinutes {
  const kind = random();
  if (kind < 0.4)
    return [0, 1, 2, 3, 4].flatMap((day) => [
      [day * DAY + 540, day * DAY + 720] as const,
      [day * DAY + 780, day * DAY + 1080] as const,
    ]);
  if (kind < 0.8) return drawDays(() => [whole(5, 11) * 60, whole(13, 23) * 60 + whole(0, 59)]);
  // Each night from 20:00 to 02:00, and what is over midnight of Sunday in front.
  return [
    [0, 120],
    ...[0, 1, 2, 3, 4, 5].map((day) => [day * DAY + 1200, day * DAY + 1560] as const),
    [9840, 10_080],
  ];
}

const drawDays = (draw: () => readonly [number, number]): WeekMinutes =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => {
    const [from, to] = draw();
    return [day * DAY + from, day * DAY + to] as const;
  });
