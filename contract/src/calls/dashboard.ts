import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CAMPAIGN_STATUSES } from '../campaigns.ts';
import { Id, Time } from '../fields.ts';
import { TICKET_PRIORITIES } from '../support.ts';
import { OpenWindow, Standstill } from './campaigns.ts';
import { UserAccount } from './users.ts';

/** The next act that lets a campaign go on; 'look' leads to its page. */
export const NEXT_ACTS = ['close_windows', 'start_agent', 'look_at_profiles', 'start', 'look'] as const;
export type NextAct = (typeof NEXT_ACTS)[number];

/** A campaign that sends nothing until a person does something. */
export const StandingCampaign = z.object({
  campaign_id: Id,
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  /** In words for people. */
  reason: z.string(),
  /** How many are still to be written to. */
  pending: z.int(),
  act: z.enum(NEXT_ACTS),
  /** The windows that keep its profiles from sending. */
  open_windows: z.array(OpenWindow),
});
export type StandingCampaign = z.infer<typeof StandingCampaign>;

/** How many there are, and the first of their names. */
const Named = z.object({ count: z.int(), names: z.array(z.string()) });

export const NeedsYou = z.object({
  /** Running ones first; `standing_count` says how many there are. */
  standing: z.array(StandingCampaign),
  standing_count: z.int(),
  blocked_profiles: Named,
  signed_out_profiles: Named,
  unclear: z.object({
    count: z.int(),
    campaigns: z.int(),
    /** The newest campaign with any. */
    campaign_id: Id.nullable(),
  }),
  /** Machines that work profiles of running campaigns and are away. */
  away_agents: z.array(z.object({ id: Id, machine_name: z.string(), last_seen_at: Time.nullable() })),
  connected_agents: z.array(z.string()),
  /** An end of the subscription within the next 14 days. */
  subscription_end_date: Time.nullable(),
  /** Tickets that are open and whose last word is not the user's. */
  replies: z.object({
    count: z.int(),
    ticket_id: Id.nullable(),
    subject: z.string().nullable(),
  }),
  /** What happened since the visit before; null at the first one. */
  since: z
    .object({
      at: Time,
      sent: z.int(),
      failed: z.int(),
      /** The newest of the campaigns that ended; `ended_count` says how many did. */
      ended: z.array(z.object({ id: Id, name: z.string() })),
      ended_count: z.int(),
    })
    .nullable(),
});
export type NeedsYou = z.infer<typeof NeedsYou>;

/** What an administrator's dashboard says of everybody. */
export const Overview = z.object({
  users: z.object({ total: z.int(), active: z.int(), expired: z.int(), new_this_week: z.int() }),
  /** Active accounts whose subscription ends within 14 days, the first to end first; `total` counts them all. */
  ending: z.object({
    total: z.int(),
    users: z.array(
      UserAccount.pick({ id: true, username: true, pack: true, running_campaigns: true }).extend({
        subscription_end_date: Time,
      }),
    ),
  }),
  /** Tickets that wait for an administrator's answer: urgent ones first, then the longest waiting. */
  tickets: z.object({
    total: z.int(),
    urgent: z.int(),
    oldest_at: Time.nullable(),
    waiting: z.array(
      z.object({
        id: Id,
        subject: z.string(),
        created_by: z.string(),
        priority: z.enum(TICKET_PRIORITIES),
        waiting_since: Time,
        assigned_to: Id.nullable(),
        assigned_to_name: z.string().nullable(),
      }),
    ),
  }),
  /** Running campaigns of everybody, those that stand still first. */
  running: z.object({
    total: z.int(),
    users: z.int(),
    standing: z.int(),
    campaigns: z.array(
      z.object({
        id: Id,
        name: z.string(),
        username: z.string(),
        /** Why it stands still; null where it sends. */
        waiting_reason: z.string().nullable(),
        standstill: Standstill.nullable(),
        total_list: z.int(),
        total_sent: z.int(),
        total_failed: z.int(),
        last_action_at: Time.nullable(),
      }),
    ),
  }),
});
export type Overview = z.infer<typeof Overview>;

export const dashboardCalls = defineCalls({
  'GET /api/dashboard/needs-you': {
    access: 'user',
    summary: 'What waits for you, and what happened since you were last here.',
    query: z.object({
      /** '1' says that a person looks at the answer: it counts as a visit. */
      here: z.enum(['0', '1'], 'here must be 0 or 1').default('0'),
    }),
    response: NeedsYou,
  },
  'GET /api/dashboard/overview': {
    access: 'admin',
    summary: 'Users, subscriptions that end, tickets that wait and campaigns that run, of everybody.',
    response: Overview,
  },
});
