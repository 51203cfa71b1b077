import type { SettingsValues } from '@pigeonpost/contract/settings';

type Pace = { messages: number; profiles: number; settings: SettingsValues };

/**
 * About how many seconds `messages` take when `profiles` send side by side, each with a pause between
 * delay_start and delay_end after a message; undefined where nobody sends.
 */
export function secondsFor({ messages, profiles, settings }: Pace): number | undefined {
  if (profiles === 0) return undefined;
  const pause = (settings.delay_start + settings.delay_end) / 2;
  return Math.ceil(messages / profiles) * pause;
}
