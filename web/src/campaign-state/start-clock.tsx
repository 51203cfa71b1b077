import { useServerNow } from '../clock.ts';
import { formatCountdown } from '../format/format-time.ts';

/**
 * The whole seconds in which a start can still be undone, by the server's clock. Rounded down, so that it can be undone
 * as long as one is shown.
 */
export function useSecondsToStart(until: string): number {
  const nowMs = useServerNow();
  return Math.max(0, Math.floor((Date.parse(until) - nowMs) / 1000));
}

/** 'Starts in 0:17'; nothing once it is over. */
export function StartsIn({ until }: { until: string }) {
  const seconds = useSecondsToStart(until);
  return seconds > 0 ? <StartClock seconds={seconds} /> : null;
}

/** The same for seconds that are known. A timer is not read aloud as it changes. */
export function StartClock({ seconds }: { seconds: number }) {
  return (
    <>
      Starts in <span role="timer">{formatCountdown(seconds)}</span>
    </>
  );
}
