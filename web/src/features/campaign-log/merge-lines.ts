import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { LOG_LINES_KEPT } from '@pigeonpost/contract/realtime';

/** The newest lines of both, oldest first, each once; the last 50 are kept (docs/behaviour.md#campaign-log). */
export function mergeLines(kept: readonly CampaignLog[], more: readonly CampaignLog[]): CampaignLog[] {
  const byId = new Map([...kept, ...more].map((line) => [line.id, line]));
  return [...byId.values()].sort(byTime).slice(-LOG_LINES_KEPT);
}

function byTime(a: CampaignLog, b: CampaignLog): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id - b.id;
}
