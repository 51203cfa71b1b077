import * as z from 'zod';
import { CAMPAIGN_STATUSES } from './campaigns.ts';
import { Id } from './fields.ts';

export const RecentCampaign = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  total_list: z.int(),
  total_sent: z.int(),
  total_failed: z.int(),
  total_uncertain: z.int(),
});
export type RecentCampaign = z.infer<typeof RecentCampaign>;

export const DashboardStats = z.object({
  campaigns: z.int(),
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  pending: z.int(),
  running: z.int(),
  paused: z.int(),
  not_found: z.int(),
  uncertain: z.int(),
  lists: z.int(),
  days: z.array(z.object({ day: z.string(), sent: z.int(), failed: z.int() })),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

/** What the campaigns did together that ended in a month of the user's zone. */
export const CampaignMonth = z.object({
  /** '2026-11' */
  month: z.string(),
  campaigns: z.int(),
  total_list: z.int(),
  total_sent: z.int(),
  total_not_found: z.int(),
});
export type CampaignMonth = z.infer<typeof CampaignMonth>;
