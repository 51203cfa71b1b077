import type { Settings } from '@pigeonpost/contract/calls/settings';
import { formatCount } from '../../../format/format-number.ts';

type Caps = Pick<Settings, 'profile_cap_hour' | 'profile_cap_day' | 'cap_day'>;

/** 'Each profile 5 an hour and 20 a day, all together 300 a day', or that there is no cap. */
export function formatCaps({ profile_cap_hour, profile_cap_day, cap_day }: Caps): string {
  const ofProfile = [
    ...(profile_cap_hour === null ? [] : [`${formatCount(profile_cap_hour)} an hour`]),
    ...(profile_cap_day === null ? [] : [`${formatCount(profile_cap_day)} a day`]),
  ];
  const words = [
    ...(ofProfile.length === 0 ? [] : [`each profile ${ofProfile.join(' and ')}`]),
    ...(cap_day === null ? [] : [`all together ${formatCount(cap_day)} a day`]),
  ].join(', ');
  return words === ''
    ? 'No cap an hour, a day or for the account'
    : words.replace(/^./, (first) => first.toUpperCase());
}
