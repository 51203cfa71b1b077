import { formatNoun } from '../../../format/format-number.ts';
import { formatDateTime } from '../../../format/format-time.ts';

const DAY_MS = 86_400_000;

/** The end of a subscription, and its distance: 'Ends 05-12-2026 23:59, in 82 days'. */
export function formatEndDate(end: string | null, nowMs: number): string {
  if (!end) return 'No end date';
  const isOver = Date.parse(end) <= nowMs;
  return `${isOver ? 'Ended' : 'Ends'} ${formatDateTime(end)}, ${formatDistance(end, nowMs)}`;
}

function formatDistance(end: string, nowMs: number): string {
  const days = Math.floor(Math.abs(Date.parse(end) - nowMs) / DAY_MS);
  const size = days === 0 ? 'less than a day' : formatNoun(days, 'day');
  return Date.parse(end) <= nowMs ? `${size} ago` : `in ${size}`;
}
