import type { ForecastEnd } from '@pigeonpost/contract/calls/forecast';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { formatClock, formatDay, formatWeekday } from '../../../format/format-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 'About' is said to ten minutes. */
const ROUND_MS = 10 * MINUTE_MS;

type EndWords = {
  /** Before the moment; empty where the moment says all. */
  lead: string;
  moment: string;
  /** How sure it is, and what it depends on. */
  range: string;
};

type Given = { nowMs: number; notAfter: string | null };

/** When a campaign ends, in the words of every page (docs/behaviour.md#forecast); undefined where nothing can be sent. */
export function endWords(end: ForecastEnd, given: Given): EndWords | undefined {
  const { look, uncounted, stopped_by } = end;
  if (stopped_by === 'hours')
    return { lead: '', moment: 'Its hours and quiet dates leave no moment to send', range: '' };
  if (end.first_at === null && stopped_by !== 'last_moment') return undefined;
  const words = look?.at ? lookWords({ ...look, at: look.at }, given) : momentWords(end, given);
  const ranges = [words.range, uncounted.length > 0 ? ifNothing(uncounted) : ''].filter(Boolean);
  return { ...words, range: ranges.join(', ') };
}

/** 'Ends Mon 28-09 about 11:00, ± 1 h'. */
export function endLine(end: ForecastEnd, given: Given): string | undefined {
  const words = endWords(end, given);
  return words && [`${words.lead}${words.moment}`, words.range].filter(Boolean).join(', ');
}

function momentWords({ ends_at, first_at, early, late, unreached }: ForecastEnd, given: Given): EndWords {
  const { nowMs, notAfter } = given;
  if (ends_at === null) {
    if (notAfter === null) return { lead: 'Ends ', moment: 'in more than a year', range: '' };
    const people = formatNoun(unreached, 'person is', 'people are');
    const range = `its last moment: ${people} not reached`;
    return { lead: 'Ends ', moment: fullMoment(notAfter, nowMs), range };
  }
  const at = Date.parse(ends_at);
  const before = early === null ? 0 : at - Date.parse(early);
  if (late === null || before !== Date.parse(late) - at) {
    const from = early ?? ends_at;
    const until = late === null ? 'more than a year' : laterMoment(late, from, nowMs);
    return { lead: 'Ends ', moment: `between ${fullMoment(from, nowMs)} and ${until}`, range: '' };
  }
  const round = roundUpFrom(Math.max(nowMs, Date.parse(first_at ?? ends_at)), at);
  const moment = `${formatWeekday(round, nowMs)} about ${formatClock(round)}`;
  return { lead: 'Ends ', moment, range: `± ${width(before)}` };
}

/** To ten minutes, but not to before the first message. */
function roundUpFrom(first: number, at: number): number {
  const round = Math.round(at / ROUND_MS) * ROUND_MS;
  return round < first ? Math.ceil(at / ROUND_MS) * ROUND_MS : round;
}

/** 'The first 10 by Mon 14-09 11:20, the other 578 after your Start'. */
function lookWords(
  { people, at, others }: { people: number; at: string; others: number },
  { nowMs }: Given,
): EndWords {
  const first = people === 1 ? 'The first one' : `The first ${formatCount(people)}`;
  const by = new Date(Math.ceil(Date.parse(at) / ROUND_MS) * ROUND_MS).toISOString();
  const rest = others === 1 ? 'the other one' : `the other ${formatCount(others)}`;
  return { lead: '', moment: `${first} by ${fullMoment(by, nowMs)}`, range: `${rest} after your Start` };
}

/** 'if Kiln open sends nothing'. */
function ifNothing([first = '', ...others]: string[]): string {
  return others.length === 0
    ? `if ${first} sends nothing`
    : `if ${first} and ${formatNoun(others.length, 'other')} send nothing`;
}

/** 'Mon 14-09 09:00'. */
export function fullMoment(iso: string, nowMs: number): string {
  return `${formatWeekday(iso, nowMs)} ${formatClock(iso)}`;
}

/** The second of two moments: on the same day its clock is enough. */
const laterMoment = (iso: string, first: string, nowMs: number) =>
  formatDay(iso) === formatDay(first) ? formatClock(iso) : fullMoment(iso, nowMs);

function width(ms: number): string {
  if (ms >= DAY_MS) return formatNoun(Math.round(ms / DAY_MS), 'day');
  return ms >= HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / MINUTE_MS)} min`;
}
