import type { Answer } from '@pigeonpost/contract/client';
import { formatNoun } from '../../format/format-number.ts';

const MOST_NAMED = 3;

/** 'Opening 5 profiles. 2 skipped: market_stall (Already open), …' */
export function formatOpenAll({
  opened,
  skipped,
  skipped_details,
}: Pick<Answer<'POST /api/profiles/open-all'>, 'opened' | 'skipped' | 'skipped_details'>): string {
  const words = opened > 0 ? `Opening ${formatNoun(opened, 'profile')}.` : 'No profile to open.';
  if (skipped === 0) return words;
  const named = skipped_details.slice(0, MOST_NAMED).map((one) => `${one.profile_name} (${one.reason})`);
  const more = skipped > MOST_NAMED ? ` and ${skipped - MOST_NAMED} more` : '';
  return `${words} ${skipped} skipped: ${named.join(', ')}${more}.`;
}
