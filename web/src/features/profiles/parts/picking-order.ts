import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { formatCount } from '../../../format/format-number.ts';

/** Whether a profile can be picked, and the words of its card. */
export type ProfileChoice = {
  isFree: boolean;
  note: string;
  tags: string[];
  /** What is said when one is pressed that is not free. */
  refusal: string;
};

type ChoiceOf = (profile: Profile) => ProfileChoice;

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Chosen profiles first, then the free ones, then the others; in each part shop.9 stands before shop.10. */
export function inPickingOrder(
  profiles: Profile[],
  { chosen, choiceOf }: { chosen: ReadonlySet<number>; choiceOf: ChoiceOf },
): Profile[] {
  const rank = (profile: Profile) => (choiceOf(profile).isFree ? (chosen.has(profile.id) ? 0 : 1) : 2);
  return profiles.toSorted(
    (a, b) => rank(a) - rank(b) || natural.compare(a.profile_name, b.profile_name) || a.id - b.id,
  );
}

/** '11 cannot be chosen: 9 sending, 2 blocked.'; undefined where all can. */
export function formatLeftOut(profiles: Profile[]): string | undefined {
  const reasons = new Map<string, number>();
  for (const profile of profiles) {
    const reason = leftOutReason(profile);
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size === 0) return undefined;
  const total = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...reasons].map(([reason, count]) => `${formatCount(count)} ${reason}`);
  return `${formatCount(total)} cannot be chosen: ${parts.join(', ')}.`;
}

function leftOutReason({ blocked_at, signed_out_at, running_campaign, is_active }: Profile) {
  if (is_active === 0) return 'switched off';
  if (running_campaign) return 'in a running campaign';
  if (blocked_at) return 'blocked';
  return signed_out_at ? 'signed out' : undefined;
}
