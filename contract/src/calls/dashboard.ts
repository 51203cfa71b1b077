import * as z from 'zod';
import { TICKET_PRIORITIES } from '../account/support.ts';
import { defineCalls } from '../call.ts';
import { CAMPAIGN_STATUSES } from '../campaigns.ts';
import { Id, Time } from '../fields.ts';
import { OpenWindow, Standstill } from './campaigns.ts';
import { UserAccount } from './users.ts';

/** The next action that lets a campaign continue; 'look' leads to its page. */
export const NEXT_ACTS = ['close_windows', 'start_agent', 'look_at_profiles', 'start', 'look'] as const;
export type NextAct = (typeof NEXT_ACTS)[number];

/** A campaign that sends nothing until a person does something. */
export const StandingCampaign = z
  .object({
    campaign_id: Id,
    name: z.string(),
    /** Pending: its start is overdue. */
    status: z.enum(CAMPAIGN_STATUSES),
    /** When an overdue one was to start. */
    start_at: Time.nullable(),
    /** As text for people. */
    reason: z.string(),
    /** The number of recipients still to be written to. */
    pending: z.int(),
    act: z.enum(NEXT_ACTS),
    /** The windows that keep its profiles from sending. */
    open_windows: z.array(OpenWindow),
  })
  .meta({ id: 'StandingCampaign' });
export type StandingCampaign = z.infer<typeof StandingCampaign>;

/** A count, and the first of the names. */
const Named = z.object({ count: z.int(), names: z.array(z.string()) });

export const NeedsYou = z
  .object({
    /** Running ones first; `standing_count` is the number of all. */
    standing: z.array(StandingCampaign),
    standing_count: z.int(),
    blocked_profiles: Named,
    signed_out_profiles: Named,
    /** Profiles that rest because three people in a row met an obstacle, by its words. */
    obstacles: z.array(
      z.object({ reason: z.string(), profiles: z.array(z.object({ id: Id, profile_name: z.string() })) }),
    ),
    unclear: z.object({
      count: z.int(),
      campaigns: z.int(),
      /** The newest campaign with unclear outcomes. */
      campaign_id: Id.nullable(),
    }),
    /** Replies that may ask for a stop, until their owner decides. */
    undecided_replies: z.int(),
    /** Disconnected machines whose profiles a running campaign uses. */
    away_agents: z.array(z.object({ id: Id, machine_name: z.string(), last_seen_at: Time.nullable() })),
    connected_agents: z.array(z.string()),
    /** The end of the subscription, if it is within 14 days. */
    subscription_end_date: Time.nullable(),
    /** Open tickets whose last message is not the user's. */
    replies: z.object({
      count: z.int(),
      ticket_id: Id.nullable(),
      subject: z.string().nullable(),
    }),
    /** What happened since the previous visit; null on the first one. */
    since: z
      .object({
        at: Time,
        sent: z.int(),
        failed: z.int(),
        /** The newest campaigns that ended; `ended_count` is the number of all. */
        ended: z.array(z.object({ id: Id, name: z.string() })),
        ended_count: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'NeedsYou' });
export type NeedsYou = z.infer<typeof NeedsYou>;

/** The part of an administrator's dashboard that covers all users. */
export const Overview = z
  .object({
    /** Free bytes of the disk with the data, if they are too few; null: enough, or not known. */
    disk_free: z.int().nullable(),
    users: z.object({ total: z.int(), active: z.int(), expired: z.int(), new_this_week: z.int() }),
    /** Active accounts whose subscription ends within 14 days, soonest first; `total` counts all of them. */
    ending: z.object({
      total: z.int(),
      users: z.array(
        UserAccount.pick({ id: true, username: true, pack: true, running_campaigns: true }).extend({
          subscription_end_date: Time,
        }),
      ),
    }),
    /** Tickets that wait for an administrator: urgent ones first, then those that wait longest. */
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
    /** Running campaigns of all users, those that stand still first. */
    running: z.object({
      total: z.int(),
      users: z.int(),
      standing: z.int(),
      campaigns: z.array(
        z.object({
          id: Id,
          name: z.string(),
          username: z.string(),
          /** Why it stands still; null while it sends. */
          waiting_reason: z.string().nullable(),
          standstill: Standstill.nullable(),
          total_list: z.int(),
          total_sent: z.int(),
          total_failed: z.int(),
          last_action_at: Time.nullable(),
        }),
      ),
    }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;

export const dashboardCalls = defineCalls({
  'GET /api/dashboard/needs-you': {
    operationId: 'getNeedsYou',
    access: 'user',
    summary: 'What waits for you, and what happened since your last visit.',
    query: z.object({
      /** '1': a person looks at the answer, so it counts as a visit. */
      here: z.enum(['0', '1'], 'here must be 0 or 1').default('0'),
    }),
    response: NeedsYou,
  },
  'GET /api/dashboard/overview': {
    operationId: 'getOverview',
    access: 'admin',
    summary: 'Users, ending subscriptions, waiting tickets and running campaigns of all users.',
    response: Overview,
  },
});
