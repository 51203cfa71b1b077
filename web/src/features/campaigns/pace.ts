import type { SettingsValues } from '@pigeonpost/contract/settings';

type Pace = { messages: number; profiles: number; settings: SettingsValues };

/**
 * The approximate seconds for `messages` when `profiles` send in parallel, each with a pause between delay_start and
 * delay_end after a message; undefined without profiles.
 */
export function secondsFor({ messages, profiles, settings }: Pace): number | undefined {
  if (profiles === 0) return undefined;
  const pause = (settings.delay_start + settings.delay_end) / 2;
  return Math.ceil(messages / profiles) * pause;
}
