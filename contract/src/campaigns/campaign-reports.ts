import * as z from 'zod';

export const DashboardStats = z
  .object({
    campaigns: z.int(),
    recipients: z.int(),
    sent: z.int(),
    failed: z.int(),
    pending: z.int(),
    running: z.int(),
    paused: z.int(),
    not_found: z.int(),
    uncertain: z.int(),
    /** Messages to which somebody replied. */
    replied: z.int(),
    lists: z.int(),
    days: z.array(z.object({ day: z.string(), sent: z.int(), failed: z.int() })),
  })
  .meta({ id: 'DashboardStats' });
export type DashboardStats = z.infer<typeof DashboardStats>;

/** The totals of the campaigns that ended in a month of the user's zone. */
export const CampaignMonth = z
  .object({
    /** '2026-11' */
    month: z.string(),
    campaigns: z.int(),
    total_list: z.int(),
    total_sent: z.int(),
    total_not_found: z.int(),
  })
  .meta({ id: 'CampaignMonth' });
export type CampaignMonth = z.infer<typeof CampaignMonth>;
