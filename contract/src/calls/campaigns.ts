// One noun in one file: what these calls answer is made of the same parts.
import * as z from 'zod';
import { CSV, defineCalls, XLSX } from '../call.ts';
import { CampaignMonth, DashboardStats } from '../campaigns/campaign-reports.ts';
import { WAITS_FOR_REASONS } from '../campaigns/follow-up.ts';
import { STANDSTILLS, TIME_WAITS } from '../campaigns/standstills.ts';
import { START_REFUSALS } from '../campaigns/start-refusals.ts';
import {
  CAMPAIGN_FILTERS,
  CAMPAIGN_SORTS,
  CAMPAIGN_STAGES,
  CAMPAIGN_STATUSES,
  DEFAULT_CAMPAIGN_SORT,
  DELIVERY_STATES,
  LOG_ACTIONS,
  PEOPLE_FILTERS,
} from '../campaigns.ts';
import { CampaignOrListParams, Id, Time } from '../fields.ts';
import { RECIPIENTS_PAGE_SIZE } from '../limits.ts';
import { Pagination, pageQuery } from '../paging.ts';
import { REASON_KINDS } from '../reasons.ts';
import { CampaignProfile } from './campaign-profiles.ts';
import { ForecastEnd } from './forecast.ts';
import { LeaveOut } from './leave-out.ts';
import { dateRange } from './profiles.ts';
import { Hours } from './sending-hours.ts';

const CampaignStatus = z.enum(CAMPAIGN_STATUSES).meta({ id: 'CampaignStatus' });
const ReasonKind = z.enum(REASON_KINDS).meta({ id: 'ReasonKind' });

export const CampaignLog = z
  .object({
    id: Id,
    campaign_id: Id,
    campaign_name: z.string(),
    action: z.enum(LOG_ACTIONS),
    created_at: Time,
    profile_name: z.string().nullable(),
    recipient: z.string().nullable(),
    message: z.string(),
    /** What the message says, where it is one of the reasons that are known. */
    reason_kind: ReasonKind.nullable(),
  })
  .meta({ id: 'CampaignLog' });
export type CampaignLog = z.infer<typeof CampaignLog>;

/** Why a running or paused campaign sends nothing, and the short text of its badge: 'both profiles blocked'. */
export const Standstill = z
  .object({
    kind: z.enum(STANDSTILLS),
    words: z.string(),
    /** Of the kind `machine`: the one whose agent is away, if that is certain. */
    machine_name: z.string().optional(),
  })
  .meta({ id: 'Standstill' });
export type Standstill = z.infer<typeof Standstill>;

/** Why a start would be refused, and in which words. */
export const StartRefusal = z
  .object({ kind: z.enum(START_REFUSALS), words: z.string() })
  .meta({ id: 'StartRefusal' });
export type StartRefusal = z.infer<typeof StartRefusal>;

export const Campaign = z
  .object({
    id: Id,
    name: z.string(),
    status: CampaignStatus,
    /** What it is besides its status, such as scheduled. */
    stage: z.enum(CAMPAIGN_STAGES).nullable(),
    /** When it starts by itself, or was to start if it is overdue; of a draft, what is chosen so far. */
    start_at: Time.nullable(),
    /** Why it could not start at that moment; null if nothing tried it, because the server was off. */
    start_problem: z.string().nullable(),
    /** Nothing is sent before then: until then its start can be undone. */
    countdown_until: Time.nullable(),
    /** Hours of its own, within the account's; null: those of the account. */
    hours: Hours,
    /** Nothing is sent after this moment. */
    not_after: Time.nullable(),
    /** The most messages a day; null: no cap. */
    cap_day: z.int().nullable(),
    /** After so many people it pauses for a look, once; null: it does not. */
    canary: z.int().nullable(),
    template_name: z.string(),
    template_content: z.string(),
    message_template_id: Id.nullable(),
    list_id: Id.nullable(),
    list_name: z.string(),
    profiles_used: z.array(Id),
    /** The number of its profiles that may send: switched on, not blocked, not signed out. */
    profiles_able: z.int(),
    total_list: z.int(),
    total_sent: z.int(),
    total_failed: z.int(),
    total_not_found: z.int(),
    total_uncertain: z.int(),
    /** The people who replied to its messages. */
    total_replied: z.int(),
    paused_reason: z.string().nullable(),
    /** Why a running campaign sends nothing: no agent, a missing driver, or a person's own window. */
    waiting_reason: z.string().nullable(),
    /** When a running campaign continues that waits for its hours or caps; null too if it never does. */
    waiting_until: Time.nullable(),
    standstill: Standstill.nullable(),
    /** When the next message of a running campaign is due. */
    next_send_at: Time.nullable(),
    created_at: Time,
    started_at: Time.nullable(),
    completed_at: Time.nullable(),
    archived_at: Time.nullable(),
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.infer<typeof Campaign>;

/** A running or paused campaign as every screen shows it. */
export const CampaignAtWork = Campaign.pick({ id: true, name: true, status: true, standstill: true }).meta({
  id: 'CampaignAtWork',
});
export type CampaignAtWork = z.infer<typeof CampaignAtWork>;

/** A campaign as the dashboard shows it. */
export const RecentCampaign = CampaignAtWork.extend(
  Campaign.pick({
    stage: true,
    start_at: true,
    total_list: true,
    total_sent: true,
    total_failed: true,
    total_uncertain: true,
  }).shape,
).meta({ id: 'RecentCampaign' });
export type RecentCampaign = z.infer<typeof RecentCampaign>;

/** A profile of a running campaign that a person has open in Firefox. It sends nothing until that window is closed. */
export const OpenWindow = z
  .object({ profile_id: Id, profile_name: z.string(), profile_path: z.string() })
  .meta({ id: 'OpenWindow' });
export type OpenWindow = z.infer<typeof OpenWindow>;

/** A profile that cannot send, and the number of people of a follow-up who wait for it. */
export const WaitsFor = z
  .object({
    profile_id: Id,
    profile_name: z.string(),
    people: z.int(),
    reason: z.enum(WAITS_FOR_REASONS),
  })
  .meta({ id: 'WaitsFor' });
export type WaitsFor = z.infer<typeof WaitsFor>;

/** A follow-up of a campaign. */
export const FollowedBy = Campaign.pick({ name: true, status: true, stage: true })
  .extend({
    campaign_id: Id,
  })
  .meta({ id: 'FollowedBy' });
export type FollowedBy = z.infer<typeof FollowedBy>;

/** A campaign in a list, where it can be started. */
export const ListedCampaign = Campaign.extend({
  /** Why it cannot be started now; null: it can, or it runs or has ended. */
  start_refusal: StartRefusal.nullable(),
}).meta({ id: 'ListedCampaign' });
export type ListedCampaign = z.infer<typeof ListedCampaign>;

export const CampaignDetails = ListedCampaign.extend({
  /** The rule of time for which it waits, if it runs; null: none keeps it from sending. */
  waiting_kind: z.enum(TIME_WAITS).nullable(),
  /**
   * When it ends at the earliest and at the latest, if nothing changes, by the forecast of its plan. Null: it has ended, is
   * a draft, or does not end within a year or before its last moment.
   */
  ends_early: Time.nullable(),
  ends_late: Time.nullable(),
  /** The same with all that is said of an end; null: it has ended, is a draft, or nobody is left. */
  end: ForecastEnd.nullable(),
  /** The profile whose message is due next. */
  next_profile_name: z.string().nullable(),
  /** Windows that keep this campaign's profiles from sending; POST /api/profiles/close-all closes them. */
  open_windows: z.array(OpenWindow),
  /** The last message that was sent, and its profile. */
  last_sent: z.object({ at: Time, profile_name: z.string() }).nullable(),
  /** Recipients skipped because of an earlier message, counted up to MESSAGED_COUNTED. */
  skipped_messaged: z.int(),
  /** Whether a machine of its profiles can read replies. */
  reads_replies: z.boolean(),
  /** Since when the replies of each of its profiles have been read; null while those of one never were. */
  replies_read_at: Time.nullable(),
  /** Whom it leaves out besides; null: nobody. */
  leave_out: LeaveOut.nullable(),
  /** The campaign of which this is a follow-up; null: it is none, or that one was deleted. */
  follows: z.object({ campaign_id: Id, name: z.string() }).nullable(),
  /** Which follow-up it is, 1 or 2; null: none. Of a second one there is no follow-up. */
  nth_follow_up: z.int().nullable(),
  /** Its own follow-ups, the last 20, newest first. */
  followed_by: z.array(FollowedBy),
  /** Of a follow-up that has not ended: whose people wait. */
  waits_for: z.array(WaitsFor),
  /** Whether blanks besides {username} are filled: not in a campaign from before them. */
  reads_blanks: z.boolean(),
  /** The last 50, oldest first. */
  logs: z.array(CampaignLog),
}).meta({ id: 'CampaignDetails' });
export type CampaignDetails = z.infer<typeof CampaignDetails>;

/**
 * The number of campaigns of each status that a search finds, whichever status is asked for. Archived ones count only
 * as archived; drafts and scheduled ones also as pending.
 */
export const CampaignCounts = z
  .record(z.enum([...CAMPAIGN_STATUSES, 'draft', 'scheduled', 'standing_still', 'archived']), z.int())
  .meta({ id: 'CampaignCounts' });
export type CampaignCounts = z.infer<typeof CampaignCounts>;

/** A recipient of a campaign: the state of its delivery, or 'pending' before its turn. */
export const CampaignPerson = z
  .object({
    /** The recipient's id, also if the recipient was deleted. */
    id: Id,
    /** null: deleted from its list. */
    recipient: z.string().nullable(),
    state: z.enum([...DELIVERY_STATES, 'pending']),
    /** Why it was not sent, as text for people. */
    reason: z.string().nullable(),
    reason_kind: ReasonKind.nullable(),
    /** The text that was sent, or may have been. */
    message: z.string().nullable(),
    profile_name: z.string().nullable(),
    /** The time of the outcome, or of the begin. */
    at: Time.nullable(),
    /** The earliest time of the next try. */
    retry_at: Time.nullable(),
    /** When this person first replied to the message. */
    replied_at: Time.nullable(),
  })
  .meta({ id: 'CampaignPerson' });
export type CampaignPerson = z.infer<typeof CampaignPerson>;

export const CampaignPeopleCounts = z
  .record(z.enum(PEOPLE_FILTERS), z.int())
  .meta({ id: 'CampaignPeopleCounts' });
export type CampaignPeopleCounts = z.infer<typeof CampaignPeopleCounts>;

/** The profiles that are in use, and the campaigns that use them. */
export const Conflicts = z.object({
  conflicting_profiles: z.array(z.object({ name: z.string(), campaign: z.string() })).optional(),
});

export const campaignCalls = defineCalls({
  'GET /api/campaigns/dashboard-stats': {
    operationId: 'getDashboardStats',
    access: 'user',
    summary: "The dashboard's figures; without dates, or with recent=1, also the recent campaigns.",
    query: z.object({ ...dateRange, recent: z.enum(['0', '1'], 'recent must be 0 or 1').default('0') }),
    response: z.object({ stats: DashboardStats, recentCampaigns: z.array(RecentCampaign).optional() }),
  },
  'GET /api/campaigns': {
    operationId: 'listCampaigns',
    access: 'user',
    summary: 'Your campaigns: running ones, overdue ones, paused ones, scheduled ones, then the newest.',
    query: z.object({
      ...pageQuery(),
      /** Days of creation, in the user's zone. One date alone is an open range. */
      ...dateRange,
      status: z.enum(CAMPAIGN_FILTERS).optional(),
      sort_by: z.enum(CAMPAIGN_SORTS).default(DEFAULT_CAMPAIGN_SORT),
    }),
    response: z.object({
      campaigns: z.array(ListedCampaign),
      counts: CampaignCounts,
      /** The months of the campaigns on this page, if sorted by end. */
      months: z.array(CampaignMonth),
      pagination: Pagination,
    }),
  },
  'GET /api/campaigns/logs': {
    operationId: 'listLatestLogs',
    access: 'user',
    summary: 'Your running and paused campaigns, and the last 50 lines of their logs, oldest first.',
    response: z.object({ campaigns: z.array(CampaignAtWork), logs: z.array(CampaignLog) }),
  },
  'GET /api/campaigns/{id}': {
    operationId: 'getCampaign',
    access: 'user',
    summary: 'One campaign with its last 50 log lines.',
    params: CampaignOrListParams,
    response: z.object({ campaign: CampaignDetails }),
  },
  'GET /api/campaigns/{id}/recipients': {
    operationId: 'listCampaignPeople',
    access: 'user',
    summary: "A campaign's people with their outcomes, and the number of each kind.",
    params: CampaignOrListParams,
    query: z.object({
      ...pageQuery({ size: RECIPIENTS_PAGE_SIZE }),
      state: z.enum(PEOPLE_FILTERS).default('tried'),
    }),
    response: z.object({
      recipients: z.array(CampaignPerson),
      counts: CampaignPeopleCounts,
      pagination: Pagination,
    }),
  },
  'GET /api/campaigns/{id}/recipients/export': {
    operationId: 'exportCampaignPeople',
    access: 'user',
    timeLimitMs: null,
    summary: 'The same people, all of them, as comma-separated text.',
    params: CampaignOrListParams,
    query: z.object({ search: pageQuery().search, state: z.enum(PEOPLE_FILTERS).default('tried') }),
    response: z.any(),
    file: CSV,
  },
  'GET /api/campaigns/{id}/profile-performance': {
    operationId: 'getCampaignPerformance',
    access: 'user',
    summary: "Each profile's results in this campaign.",
    params: CampaignOrListParams,
    response: z.object({ profilePerformance: z.array(CampaignProfile) }),
  },
  'GET /api/campaigns/{id}/logs/export': {
    operationId: 'exportCampaignLog',
    access: 'user',
    timeLimitMs: null,
    summary: "The campaign's log as a spreadsheet (xlsx).",
    params: CampaignOrListParams,
    response: z.any(),
    file: XLSX,
  },
});
