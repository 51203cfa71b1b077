import type { Availability, Profile } from '@pigeonpost/contract/calls/profiles';
import { formatCount } from '../../../format/format-number.ts';

/** Whether a profile can be picked, and the texts of its card. */
export type ProfileChoice = {
  isFree: boolean;
  note: string;
  tags: string[];
  /** The text when a profile that is not free is pressed. */
  refusal: string;
};

type ChoiceOf = (profile: Profile) => ProfileChoice;

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Chosen profiles first, then the free ones, then the others; within each, shop.9 comes before shop.10. */
export function inPickingOrder(
  profiles: Profile[],
  { chosen, choiceOf }: { chosen: ReadonlySet<number>; choiceOf: ChoiceOf },
): Profile[] {
  const rank = (profile: Profile) => (choiceOf(profile).isFree ? (chosen.has(profile.id) ? 0 : 1) : 2);
  return profiles.toSorted(
    (a, b) => rank(a) - rank(b) || natural.compare(a.profile_name, b.profile_name) || a.id - b.id,
  );
}

const REASONS = {
  in_campaign: 'in a running campaign',
  blocked: 'blocked',
  signed_out: 'signed out',
  off: 'switched off',
} as const;

/** '11 cannot be chosen: 9 in a running campaign, 2 blocked.'; undefined where all can. */
export function formatLeftOut(availability: Availability): string | undefined {
  const kept = Object.entries(REASONS).map(([key, words]) => ({
    count: availability[key as keyof typeof REASONS],
    words,
  }));
  const total = kept.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const parts = kept
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${formatCount(count)} ${words}`);
  return `${formatCount(total)} cannot be chosen: ${parts.join(', ')}.`;
}
