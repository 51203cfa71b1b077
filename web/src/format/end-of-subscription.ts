import { ENDING_DAYS } from '@pigeonpost/contract/account/subscription';
import { formatNoun } from './format-number.ts';
import { formatDay } from './format-time.ts';

const DAY_MS = 86_400_000;

/** Whether a subscription is over, or ends within 14 days: an administrator should look at it. */
export function isEndingSoon(end: string | null, nowMs: number): boolean {
  return end !== null && Date.parse(end) - nowMs <= ENDING_DAYS * DAY_MS;
}

/** The end of a subscription for administrators: 'ends in 4 days', 'ends 31-03-2027', 'ended 2 days ago'. */
export function formatEnd(end: string | null, nowMs: number): string {
  if (end === null) return 'no end date';
  const left = Date.parse(end) - nowMs;
  const days = Math.floor(Math.abs(left) / DAY_MS);
  if (left <= 0) return days === 0 ? 'ended today' : `ended ${formatNoun(days, 'day')} ago`;
  if (!isEndingSoon(end, nowMs)) return `ends ${formatDay(end)}`;
  return days === 0 ? 'ends within a day' : `ends in ${formatNoun(days, 'day')}`;
}
