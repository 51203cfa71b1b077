import type { RecentCampaign } from '@pigeonpost/contract/calls/campaigns';
import type { DashboardStats } from '@pigeonpost/contract/campaigns/campaign-reports';
import type { ServerEvents } from '@pigeonpost/contract/realtime';
import type { DateRange } from '../../date-range.ts';
import type { DashboardAnswer } from './api.ts';

type Progress = {
  event: Parameters<ServerEvents['campaign_progress_update']>[0];
  before: RecentCampaign;
  range: DateRange;
  today: string;
};

/** The answer after this progress, as far as the event tells. */
export function patchAnswer(answer: DashboardAnswer, progress: Progress): DashboardAnswer {
  const { campaignId, ...counters } = progress.event;
  const stats = patchStats(answer.stats, progress);
  if (!answer.recentCampaigns) return { stats };
  const recentCampaigns = answer.recentCampaigns.map((campaign) =>
    campaign.id === campaignId ? { ...campaign, ...counters } : campaign,
  );
  return { stats, recentCampaigns };
}

function patchStats(stats: DashboardStats, { event, before, range, today }: Progress): DashboardStats {
  const sent = event.total_sent - before.total_sent;
  const failed = event.total_failed - before.total_failed;
  const dropped = before.total_list - event.total_list;
  const pending = Math.max(0, stats.pending - sent - failed - dropped);
  // Results count by their day, which is today; pending is the present number, whatever the dates.
  const isInRange = range.end_date === undefined || range.end_date >= today;
  if (!isInRange) return { ...stats, pending };
  const days = stats.days.map((day) =>
    day.day === today ? { ...day, sent: day.sent + sent, failed: day.failed + failed } : day,
  );
  return { ...stats, pending, sent: stats.sent + sent, failed: stats.failed + failed, days };
}
