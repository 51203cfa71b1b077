import { useSyncExternalStore } from 'react';
import { useNow } from '../../clock.ts';
import {
  formatAgo,
  formatAhead,
  formatCountdown,
  formatDateTime,
  formatFull,
} from '../../format/format-time.ts';
import { foreignTimeZone, onTimeZoneChange } from '../../format/time-zone.ts';

/** '12-09-2026 09:14', with its zone on hover if that is not the browser's; `none` ('–') without a time. */
export function DateTime({ iso, none = '–' }: { iso: string | null | undefined; none?: string }) {
  const zone = useForeignZone();
  if (!iso) return none;
  return (
    <time dateTime={iso} title={zone ? formatFull(iso) : undefined}>
      {formatDateTime(iso)}
    </time>
  );
}

/** '3 min ago', with the full date on hover; keeps itself current. */
export function RelativeTime({ iso, none = '–' }: { iso: string | null | undefined; none?: string }) {
  const nowMs = useNow(10);
  useForeignZone();
  if (!iso) return none;
  return (
    <time dateTime={iso} title={formatFull(iso)}>
      {formatAgo(iso, nowMs)}
    </time>
  );
}

/** '12-09-2026 09:14', with '3 min ago' on hover. */
export function DateWithAgo({ iso, none = '–' }: { iso: string | null | undefined; none?: string }) {
  const nowMs = useNow(10);
  const zone = useForeignZone();
  if (!iso) return none;
  return (
    <time dateTime={iso} title={zone ? `${formatAgo(iso, nowMs)}, ${zone}` : formatAgo(iso, nowMs)}>
      {formatDateTime(iso)}
    </time>
  );
}

/** Renders a time again when the user chooses another zone. */
function useForeignZone(): string | undefined {
  return useSyncExternalStore(onTimeZoneChange, foreignTimeZone);
}

/** The time left until `until`, as a running clock: '4:12'. */
export function Countdown({ until }: { until: string }) {
  const nowMs = useNow();
  return <span role="timer">{formatCountdown((Date.parse(until) - nowMs) / 1000)}</span>;
}

const AN_HOUR_MS = 3_600_000;

/** 'in 4:12', as a running clock; farther than an hour ahead the moment: 'at 15:00', 'Mon 14-09 at 09:00'. */
export function Due({ at }: { at: string }) {
  const nowMs = useNow();
  useForeignZone();
  if (Date.parse(at) - nowMs > AN_HOUR_MS) return <time dateTime={at}>{formatAhead(at, nowMs)}</time>;
  return (
    <>
      in <Countdown until={at} />
    </>
  );
}
