import type { TimeWaitKind } from '@pigeonpost/contract/campaigns/standstills';
import { readWall, wallTime, type Zone } from '@pigeonpost/contract/local-time';
import type { TimeRule } from '@pigeonpost/contract/rules/time-wait';
import { WEEKDAYS } from '@pigeonpost/contract/sending-hours';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** A moment within so many days is told by its weekday alone. */
const WEEKDAY_DAYS = 6;

/** A profile of a running campaign with its rule; null: it may send now. */
export interface PacedSender {
  profile_id: number;
  profile_name: string;
  rule: TimeRule | null;
}

/** The wait of a campaign that only time keeps from sending. */
interface TimeWait {
  kind: TimeWaitKind;
  words: string;
  reason: string;
  /** When it goes on; null: never. */
  until: string | null;
}

type Waiting = { profile_name: string; rule: TimeRule };

/** The user's clock: words about a moment ahead depend on what it shows now. */
interface Clock {
  zone: Zone;
  now: number;
}

const PROFILES_NAMED = 5;

/** Why all of a campaign's profiles wait for time; undefined if one of them may send (docs/behaviour.md#standstills). */
export function findTimeWait(senders: readonly PacedSender[], clock: Clock): TimeWait | undefined {
  const profiles = new Map(senders.map((sender) => [sender.profile_id, sender]));
  const waiting = [...profiles.values()].flatMap(({ profile_name, rule }): Waiting[] =>
    rule ? [{ profile_name, rule }] : [],
  );
  const [first] = waiting;
  if (!first || waiting.length < profiles.size) return undefined;
  const next = waiting.reduce((least, one) => (endOf(one) < endOf(least) ? one : least));
  const { until } = next.rule;
  const { kind } = first.rule;
  return {
    kind,
    until: until === null ? null : new Date(until).toISOString(),
    words:
      kind === 'never'
        ? 'its hours and yours never meet'
        : until === null
          ? 'for good'
          : `until ${shortMoment(until, clock)}`,
    reason: reasonOf(first.rule, { waiting, next, clock }),
  };
}

const endOf = ({ rule: { until } }: Waiting) => until ?? Number.POSITIVE_INFINITY;

function reasonOf(
  rule: TimeRule,
  { waiting, next, clock }: { waiting: Waiting[]; next: Waiting; clock: Clock },
): string {
  const goesOn = (how: string) => goesOnText(next.rule.until, how, clock);
  switch (rule.kind) {
    case 'never':
      return 'Its hours and your sending hours never meet. Change one of them.';
    case 'hours':
      return `Outside the sending hours. ${goesOn('by itself')}`;
    case 'quiet_date':
      return `${dateOf(Date.parse(rule.day))} is a quiet date. ${goesOn('by itself')}`;
    case 'cap_account': {
      const messages = rule.cap === 1 ? 'message' : 'messages';
      return `Today's ${countOf(rule.cap)} ${messages} of your account ${areOut(rule.cap)}. ${goesOn('by itself')}`;
    }
    case 'cap_campaign':
      return `This campaign's ${countOf(rule.cap)} for today ${areOut(rule.cap)}. ${goesOn('by itself')}`;
    case 'cap_profiles':
      return `Each profile has sent what it may: ${capsOf(waiting)}. ${goesOn(`with ${next.profile_name}`)}`;
  }
}

const countOf = (cap: number) => cap.toLocaleString('en-US');
const areOut = (cap: number) => (cap === 1 ? 'is out' : 'are out');

const goesOnText = (until: number | null, how: string, clock: Clock) =>
  until === null
    ? 'It does not go on before its last moment.'
    : `Goes on ${longMoment(until, clock)} ${how}.`;

/** 'kiln.club 20 of 20 today, market_stall 5 of 5 this hour' */
function capsOf(waiting: Waiting[]): string {
  const named = waiting.slice(0, PROFILES_NAMED).flatMap(({ profile_name, rule }) => {
    if (rule.kind !== 'cap_profiles') return [];
    const { begun, cap, per } = rule.reached;
    return `${profile_name} ${begun} of ${cap} ${per === 'day' ? 'today' : 'this hour'}`;
  });
  const others = waiting.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** 'at 15:00' today, else 'Thu 26-11 at 09:00', with the year if it is another one. */
function longMoment(until: number, { zone, now }: Clock): string {
  const wall = wallTime(until, zone);
  const [then, today] = [readWall(wall).day, readWall(wallTime(now, zone)).day];
  if (then === today) return `at ${timeOf(wall)}`;
  const [year] = then.split('-');
  return `${dateOf(wall)}${today.startsWith(`${year}-`) ? '' : `-${year}`} at ${timeOf(wall)}`;
}

/** The same for a badge: '15:00', 'Thu 09:00', '26-11 09:00'. */
function shortMoment(until: number, { zone, now }: Clock): string {
  const wall = wallTime(until, zone);
  if (readWall(wall).day === readWall(wallTime(now, zone)).day) return timeOf(wall);
  const [weekday, date] = dateOf(wall).split(' ');
  return `${until < now + WEEKDAY_DAYS * DAY_MINUTES * MINUTE_MS ? weekday : date} ${timeOf(wall)}`;
}

/** 'Thu 26-11' of a wall time. */
function dateOf(wall: number): string {
  const { day, minute } = readWall(wall);
  const [, month, date] = day.split('-');
  return `${WEEKDAYS[Math.floor(minute / DAY_MINUTES)]?.slice(0, 3)} ${date}-${month}`;
}

const timeOf = (wall: number) =>
  new Date(wall).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
