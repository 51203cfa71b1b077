import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { PERSON_LINE_COUNTED } from '@pigeonpost/contract/limits';
import { formatCount } from '../../format/format-number.ts';

const UNTIL: Partial<Record<CampaignStatus, string>> = {
  pending: ', once it starts',
  paused: ', once it goes on',
};

/** When a campaign writes to a person in its line: 'first, once it starts', 'after 212 others'. */
export function formatTurn({
  before,
  campaign_status,
}: {
  /** Those before them; null: too many to be counted. */
  before: number | null;
  campaign_status: CampaignStatus;
}): string {
  return `${placeWords(before)}${UNTIL[campaign_status] ?? ''}`;
}

function placeWords(before: number | null): string {
  if (before === null) return `after more than ${formatCount(PERSON_LINE_COUNTED)} others`;
  if (before === 0) return 'first';
  return `after ${formatCount(before)} ${before === 1 ? 'other' : 'others'}`;
}
