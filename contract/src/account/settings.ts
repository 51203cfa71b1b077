export const RETRIES_MIN = 1;
export const RETRIES_MAX = 10;
export const DELAY_MIN_SECONDS = 30;
export const DELAY_MAX_SECONDS = 3600;
export const RECOMMENDED_DELAY_SECONDS = { from: 300, to: 480 } as const;
export const DEFAULT_SETTINGS = { max_retries: 3, delay_start: 350, delay_end: 450 } as const;

export const NEVER_TWICE_MAX_DAYS = 3650;

export const NAMES_HELD =
  'Names can be changed while no campaign is unfinished. Let yours end, or delete them, first.';

export interface SettingsValues {
  max_retries: number;
  delay_start: number;
  delay_end: number;
}

/** The error of the days for 'Never write to the same person twice'; null is off. */
export function neverTwiceError(days: number | null): string | undefined {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= NEVER_TWICE_MAX_DAYS))
    return undefined;
  return 'Days must be between 1 and 3650';
}

/**
 * The errors of automation settings by field, in the order of the form. `delayMin` is 30 seconds, or 0 on a server for
 * the practice inbox.
 */
export function settingsErrors(
  settings: SettingsValues,
  delayMin: number,
): Partial<Record<keyof SettingsValues, string>> {
  const isDelay = (seconds: number) =>
    Number.isInteger(seconds) && seconds >= delayMin && seconds <= DELAY_MAX_SECONDS;
  const { max_retries, delay_start, delay_end } = settings;
  const errors: Partial<Record<keyof SettingsValues, string>> = {};
  if (!Number.isInteger(max_retries) || max_retries < RETRIES_MIN || max_retries > RETRIES_MAX)
    errors.max_retries = 'Max retries must be between 1 and 10';
  if (!isDelay(delay_start)) errors.delay_start = `Delay start must be between ${delayMin} and 3600 seconds`;
  if (!isDelay(delay_end)) errors.delay_end = `Delay end must be between ${delayMin} and 3600 seconds`;
  else if (Number.isInteger(delay_start) && delay_end < delay_start)
    errors.delay_end = 'Delay end must be greater than or equal to delay start';
  return errors;
}
