import type { FormErrors } from '@mantine/form';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { LeaveOut } from '@pigeonpost/contract/calls/leave-out';
import { LAST_MOMENT_TOO_SOON } from '@pigeonpost/contract/campaigns';
import { type HourRange, hoursError, minutesOf } from '@pigeonpost/contract/sending-hours';
import { formatCount } from '../../../format/format-number.ts';
import { formatMoment } from '../../../format/format-time.ts';
import { showCap, typedCapError } from '../../../limits/cap-text.ts';
import { formatRanges } from '../../../limits/format-ranges.ts';
import { joinNames } from '../join-names.ts';
import { leftOutParts } from './leave-out-form.ts';
import { readMoment, readStart, typedMoment } from './schedule-words.ts';

/** When a new campaign begins and ends, and how much it sends, as typed. */
export type Times = {
  begins: 'now' | 'later';
  start_day: string;
  start_time: string;
  /** Hours within the account's; null: those of the account. */
  hours: HourRange[] | null;
  has_last: boolean;
  last_day: string;
  last_time: string;
  cap_day: string;
};

/** A form that has them; `zone` is the user's. */
export interface TimesForm {
  form: {
    values: Times;
    errors: FormErrors;
    setValues: (change: Partial<Times>) => void;
    getInputProps: (field: 'start_day' | 'start_time' | 'last_day' | 'last_time' | 'cap_day') => object;
  };
  zone: string;
}

/** At any time, at one's own pace. */
export const NO_TIMES: Times = {
  begins: 'now',
  start_day: '',
  start_time: '09:00',
  hours: null,
  has_last: false,
  last_day: '',
  last_time: '18:00',
  cap_day: '',
};

/**
 * The first error of each field (docs/behaviour.md#limits-of-a-campaign). A moment that is saved already may have passed
 * since.
 */
export const timesRules = (zone: string, now: () => number, saved?: Times) => ({
  start_day: (_: string, values: Times) =>
    values.begins === 'later' && !isSaved(START, values, saved) ? startError(values, zone, now()) : null,
  last_day: (_: string, values: Times) =>
    values.has_last && !isSaved(LAST, values, saved) ? lastError(values, zone, now()) : null,
  hours: (hours: HourRange[] | null) => hoursError(hours) ?? null,
  cap_day: (cap: string) => typedCapError('campaign_day', cap),
});

const START = ['begins', 'start_day', 'start_time'] as const;
const LAST = ['has_last', 'last_day', 'last_time'] as const;

const isSaved = (fields: readonly (keyof Times)[], values: Times, saved: Times | undefined) =>
  saved !== undefined && fields.every((field) => values[field] === saved[field]);

const typedStart = ({ start_day: day, start_time: time }: Times) => ({ day, time });
const typedLast = ({ last_day: day, last_time: time }: Times) => ({ day, time });

function startError(values: Times, zone: string, nowMs: number): string | null {
  const { not_after = null } = timesOf(values, zone);
  const read = readStart(typedStart(values), { zone, nowMs, not_after });
  return 'error' in read ? read.error : null;
}

function lastError(values: Times, zone: string, nowMs: number): string | null {
  const read = readMoment(typedLast(values), zone);
  if ('error' in read) return read.error;
  return read.ms <= nowMs ? LAST_MOMENT_TOO_SOON : null;
}

/** The moment that was typed for the start; undefined if there is none. */
export function readTypedStart(values: Times, zone: string) {
  const read = readMoment(typedStart(values), zone);
  return 'ms' in read ? { ...read, typed: typedStart(values) } : undefined;
}

/** What of it a call takes; without what is not set. */
export function timesOf(values: Times, zone: string) {
  const start = values.begins === 'later' ? readMoment(typedStart(values), zone) : undefined;
  const last = values.has_last ? readMoment(typedLast(values), zone) : undefined;
  return {
    ...(start && 'ms' in start && { start_at: new Date(start.ms).toISOString() }),
    ...(last && 'ms' in last && { not_after: new Date(last.ms).toISOString() }),
    ...(values.hours && { hours: values.hours }),
    ...(values.cap_day.trim() !== '' && { cap_day: Number(values.cap_day) }),
  };
}

/** The limits of a campaign as typed; without its start. */
export function limitsOf(
  { hours, not_after, cap_day }: Pick<Campaign, 'hours' | 'not_after' | 'cap_day'>,
  zone: string,
): Times {
  const last = not_after === null ? undefined : typedMoment(Date.parse(not_after), zone);
  return {
    ...NO_TIMES,
    hours,
    cap_day: showCap(cap_day),
    ...(last && { has_last: true, last_day: last.day, last_time: last.time }),
  };
}

/** The moment at which a campaign starts by itself, or was to start, as typed. */
export function startOf({ start_at }: Pick<Campaign, 'start_at'>, zone: string): Partial<Times> {
  if (start_at === null) return {};
  const { day, time } = typedMoment(Date.parse(start_at), zone);
  return { begins: 'later', start_day: day, start_time: time };
}

/** The same for a forecast, of values without an error. */
export function forecastTimes(values: Times, zone: string) {
  const { start_at = null, hours, not_after = null, cap_day = null } = timesOf(values, zone);
  return { start_at, not_after, campaign_hours: hours ? minutesOf(hours) : null, campaign_cap_day: cap_day };
}

/** When a campaign begins and ends, and how much it sends: what is set of it. */
type SetLimits = {
  start_at?: string | null | undefined;
  hours?: HourRange[] | null | undefined;
  not_after?: string | null | undefined;
  cap_day?: number | null | undefined;
  canary?: number | null | undefined;
};

/** 'Mon 14-09 at 09:00', 'nothing after Fri 02-10 at 20:00', 'at most 30 a day': the words of each limit that is set. */
export function limitsWords(limits: SetLimits, nowMs: number): string[] {
  const { start_at, hours, not_after, cap_day, canary } = limits;
  const words = [
    start_at && formatMoment(start_at, nowMs),
    hours && formatRanges(hours),
    not_after && `nothing after ${formatMoment(not_after, nowMs)}`,
    cap_day && `at most ${formatCount(cap_day)} a day`,
    canary && `a look after the first ${formatCount(canary)}`,
  ];
  return words.flatMap((one) => one || []);
}

type Given = {
  leave_out: LeaveOut | null;
  limits: SetLimits;
  /** Whether the account has sending hours. */
  hasHours: boolean;
  isFollowUp: boolean;
  nowMs: number;
};

/** 'Everybody pending, at any time, at your pace': what holds for who and when, also where nothing is set. */
export function whoAndWhenWords({ leave_out, limits, hasHours, isFollowUp, nowMs }: Given): string {
  const { start_at, hours, not_after, cap_day } = limits;
  const isAnyTime = !(start_at || hours || not_after || hasHours);
  return [
    whoWords(leave_out, isFollowUp),
    ...limitsWords({ start_at }, nowMs),
    ...(hasHours && !hours ? ['in your sending hours'] : isAnyTime ? ['at any time'] : []),
    ...limitsWords({ hours, not_after }, nowMs),
    ...(cap_day ? limitsWords({ cap_day }, nowMs) : ['at your pace']),
    ...limitsWords({ canary: limits.canary }, nowMs),
  ].join(', ');
}

function whoWords(leave_out: LeaveOut | null, isFollowUp: boolean): string {
  const all = isFollowUp ? 'Everybody of the follow-up' : 'Everybody pending';
  const left = leftOutParts(leave_out).map(({ who }) => who);
  return left.length > 0 ? `${all} except ${joinNames(left)}` : all;
}
