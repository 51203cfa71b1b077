import type { Campaign, CampaignDetails, Standstill } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import type { CampaignStage } from '@pigeonpost/contract/campaigns';
import { formatDuration } from '../format/format-time.ts';

/** Whether a campaign has ended: it never sends again. */
export function hasEnded({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** The time from its start to its end: '36 min'. */
export function tookWords({
  started_at,
  completed_at,
}: Pick<Campaign, 'started_at' | 'completed_at'>): string | undefined {
  if (!started_at || !completed_at) return undefined;
  return formatDuration((Date.parse(completed_at) - Date.parse(started_at)) / 1000);
}

/** Whether replies are a matter of this campaign: from its first message on, if a machine reads them, or did. */
export function showsReplies({
  reads_replies,
  total_sent,
  total_replied,
}: Pick<CampaignDetails, 'reads_replies' | 'total_sent' | 'total_replied'>): boolean {
  return (reads_replies && total_sent > 0) || total_replied > 0;
}

/** A draft may have no name yet. */
export function shownCampaignName({ name }: Pick<Campaign, 'name'>): string {
  return name || 'Draft without a name';
}

const STATUSES: Record<string, string> = {
  pending: 'Pending',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
};

/** 'Running · waits for studio 16’s window', 'Paused by you': a status and why the campaign stands still. */
export function statusWords(status: string, standstill?: Standstill | null): string {
  const words = STATUSES[status] ?? status;
  if (!standstill) return words;
  return `${words}${standstill.kind === 'by_you' ? ' ' : ' · '}${standstill.words}`;
}

/** What a badge says in place of a status. */
const STAGES: Partial<Record<CampaignStage, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  overdue: 'Was to start',
  review: 'Review',
};

/** 'Scheduled', 'Was to start'; undefined for a campaign that its status describes. */
export function stageWords(stage: CampaignStage | null | undefined): string | undefined {
  return stage ? STAGES[stage] : undefined;
}

/** Whether a profile of a campaign may send. */
export function isEligible({ is_active, blocked_at, signed_out_at }: ProfilePerformance): boolean {
  return is_active === 1 && !blocked_at && !signed_out_at;
}

/** The number of a running campaign's profiles that send, without those with which Firefox cannot start. */
export function countSending(profiles: ProfilePerformance[]): number {
  return profiles.filter((profile) => isEligible(profile) && !profile.faulted_at).length;
}

/** The number of a campaign's profiles that may send. */
export function countEligible(profiles: ProfilePerformance[]): number {
  return profiles.filter(isEligible).length;
}
