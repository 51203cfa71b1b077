import { RECOMMENDED_DELAY_SECONDS, type SettingsValues } from '@pigeonpost/contract/account/settings';
import { formatCount } from '../../format/format-number.ts';
import { formatDuration } from '../../format/format-time.ts';

const HOUR = 3600;
const HOURS_A_DAY = 24;
const MOST_RECOMMENDED = HOUR / RECOMMENDED_DELAY_SECONDS.from;

/** The effect of the settings: the wait between two messages, messages an hour and a day, tries. */
export function formatPace({ max_retries, delay_start, delay_end }: SettingsValues) {
  const mean = (delay_start + delay_end) / 2;
  const perHour = mean > 0 ? HOUR / mean : undefined;
  return {
    wait:
      delay_start === delay_end
        ? formatDuration(delay_start)
        : `${formatDuration(delay_start)} to ${formatDuration(delay_end)}`,
    perHour: perHour === undefined ? 'as many as it can' : `${rounded(perHour)} an hour`,
    perDay: perHour === undefined ? '' : `${formatCount(Math.round(perHour * HOURS_A_DAY))} a day`,
    isFast: perHour === undefined || perHour > MOST_RECOMMENDED,
    retries: max_retries === 1 ? 'once' : `up to ${max_retries} times`,
  };
}

function rounded(perHour: number): string {
  return perHour < 10 ? String(Math.round(perHour * 10) / 10) : formatCount(Math.round(perHour));
}
