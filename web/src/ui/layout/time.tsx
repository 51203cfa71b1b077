import { useNow } from '../../clock.ts';
import { formatAgo, formatCountdown, formatDateTime } from '../../format/format-time.ts';

/** '12-09-2026 09:14', or `none` ('–') where there is no time. */
export function DateTime({ iso, none = '–' }: { iso: string | null | undefined; none?: string }) {
  return iso ? <time dateTime={iso}>{formatDateTime(iso)}</time> : none;
}

/** '3 min ago', with the full date on hover; keeps itself current. */
export function RelativeTime({ iso, none = '–' }: { iso: string | null | undefined; none?: string }) {
  const nowMs = useNow(10);
  if (!iso) return none;
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatAgo(iso, nowMs)}
    </time>
  );
}

/** The time left until `until`, as a clock that runs by itself: '4:12'. */
export function Countdown({ until }: { until: string }) {
  const nowMs = useNow();
  return <span role="timer">{formatCountdown((Date.parse(until) - nowMs) / 1000)}</span>;
}
