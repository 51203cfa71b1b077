// One noun in one file: a plan is one answer, and the calls show it, save it and list its people.
import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CAP_REASONS } from '../campaigns/caps.ts';
import { LEFT_OUT_REASON_MAX } from '../campaigns/leave-out.ts';
import { CampaignOrListParams, changeOf, Id, sized, Time } from '../fields.ts';
import { PROFILE_IDS_BODY_LIMIT } from '../limits.ts';
import { pageQuery } from '../paging.ts';
import { PLAN_REASONS } from '../reasons.ts';
import { CanaryInput, campaignLimits, triedParts } from './campaign-lifecycle.ts';
import { Conflicts } from './campaigns.ts';
import { ForecastEnd } from './forecast.ts';
import { LeaveOutInput, LeaveOutQuery } from './leave-out.ts';
import { accountLimits } from './settings.ts';
import { TemplateContent } from './templates.ts';

/** Doubts about people who will get a text: nothing keeps it from them unless they are taken out. */
export const DOUBT_GROUPS = ['elsewhere', 'recently', 'unknown'] as const;
export type DoubtGroup = (typeof DOUBT_GROUPS)[number];
/** The people of a plan that can be looked at: those who will get it, some of them, and those of each reason. */
export const PLAN_GROUPS = ['will', ...PLAN_REASONS, ...DOUBT_GROUPS] as const;
export type PlanGroup = (typeof PLAN_GROUPS)[number];
export const NOT_A_GROUP = 'This group is not known';

const Cap = z.int().nullable();
const MinutesOfWeek = z.array(z.tuple([z.int(), z.int()])).nullable();

const ForecastProfile = z
  .object({
    is_able: z.boolean(),
    next_send_at: Time.nullable(),
    cap_hour: Cap,
    cap_day: Cap,
    begun_this_hour: z.int(),
    counted_hour: z.string().nullable(),
    begun_today: z.int(),
    counted_day: z.string().nullable(),
    warm_up_day: Cap,
    slow_until: Time.nullable(),
    people: Cap,
    rests_until: Time.nullable(),
    busy: z.array(z.object({ campaign: z.string(), from: Time, until: Time })),
  })
  .meta({ id: 'ForecastProfile' });

/** All that a forecast depends on: a page goes on from it (docs/behaviour.md#forecast). */
const ForecastInputs = z
  .object({
    as_of: Time,
    time_zone: z.string(),
    /** Minutes of the week from Monday 00:00, each pair without its end; null: at any time. */
    hours: MinutesOfWeek,
    campaign_hours: MinutesOfWeek,
    quiet_dates: z.array(z.object({ from: z.string(), to: z.string() })),
    start_at: Time.nullable(),
    not_after: Time.nullable(),
    people: z.int(),
    profiles: z.array(ForecastProfile),
    delay_start: z.int(),
    delay_end: z.int(),
    profile_cap_hour: Cap,
    profile_cap_day: Cap,
    cap_day: Cap,
    begun_today: z.int(),
    counted_day: z.string().nullable(),
    campaign_cap_day: Cap,
    campaign_begun_today: z.int(),
    campaign_counted_day: z.string().nullable(),
    retry_rate: z.number(),
    canary: Cap,
    sharing: z.array(z.object({ starts_at: Time, people: z.int(), full_day: z.int() })),
    uncounted: z.array(z.string()),
  })
  .meta({ id: 'ForecastInputs' });

/** When it ends, and its messages of each day (docs/behaviour.md#forecast). */
const Forecast = ForecastEnd.extend({ days: z.array(z.object({ day: z.string(), messages: z.int() })) });

/** A profile of a plan; `inputs.profiles` has the same ones in the same order. */
const PlannedProfile = z
  .object({
    profile_id: Id,
    profile_name: z.string(),
    /** Why it cannot send now, and counts as none. */
    problem: z.string().nullable(),
    /** What it met with several people in a row, in the page's words, while it rests for that. */
    obstacle: z.string().nullable(),
    begun_today: z.int(),
    /** The messages that it has ever sent. */
    sent: z.int(),
    /** The caps that hold now, and which one is the smallest. */
    cap_now: z.object({ hour: Cap, day: Cap, because: z.enum(CAP_REASONS).nullable() }),
    /** Its messages on a day that is open. */
    full_day: z.int(),
  })
  .meta({ id: 'PlannedProfile' });

/** A person who will get a text, with the text as it is sent and the values in it. */
const PlanSample = z
  .object({
    recipient_id: Id,
    recipient: z.string(),
    text: z.string(),
    filled: z.array(z.object({ name: z.string(), value: z.string(), is_fallback: z.boolean() })),
  })
  .meta({ id: 'PlanSample' });
export type PlanSample = z.infer<typeof PlanSample>;

const ADVICE_KINDS = [
  'nobody',
  'not_reached',
  'overlap',
  'no_hours',
  'new_profiles',
  'look',
  'long',
  'no_agent',
] as const;

/** A sentence that a plan advises; a plan has one of each kind at most. */
const Advice = z.object({ kind: z.enum(ADVICE_KINDS), text: z.string() });
export type Advice = z.infer<typeof Advice>;

/** Who will get a text and who not, as of a moment, and when that ends (docs/behaviour.md#plan). */
export const Plan = z
  .object({
    as_of: Time,
    /** Whether the account has never sent a message. */
    is_first: z.boolean(),
    /** The canary that is suggested, for a first campaign; null: none. */
    suggested_canary: z.int().nullable(),
    /** The people of the list: those of `will`, of `will_not`, and those who are not pending. */
    in_list: z.int(),
    not_pending: z.int(),
    profiles: z.array(PlannedProfile),
    /** Of a pending campaign: free profiles that it does not use, as they would be in its `profiles` and `inputs`. */
    free_profiles: z.array(PlannedProfile.extend({ inputs: ForecastProfile })),
    inputs: ForecastInputs,
    forecast: Forecast,
    will: z.int(),
    /** Everybody counts once, by the first reason in this order. */
    will_not: z.array(
      z.object({
        reason: z.enum(PLAN_REASONS),
        /** The blank without a value; of those who are left out, the reason. */
        field: z.string().nullable(),
        /** The reason that the first of these people would have. */
        text: z.string(),
        count: z.int(),
        /** There may be more of them otherwise: not all people were counted within the time. */
        is_exact: z.boolean(),
        /** The first 100. */
        people: z.array(z.string()),
      }),
    ),
    /** The doubts about people of `will`, without empty groups. */
    look: z.array(
      z.object({
        group: z.enum(DOUBT_GROUPS),
        count: z.int(),
        /** There may be more of them otherwise. */
        is_exact: z.boolean(),
        /** The one campaign that would write to them too. */
        campaign: z.string().nullable(),
      }),
    ),
    /** Ten at most: the first three, the one with the most fallbacks, the longest; of a campaign, then spread over its line. */
    sample: z.array(PlanSample),
    /** Characters of the longest message. */
    longest: z.int(),
    unknown: z.array(z.object({ blank: z.string(), suggestion: z.string().nullable() })),
    /** Whether all people were counted within the time; the figures are "more than" otherwise. */
    is_counted_to_end: z.boolean(),
    /** In the order of its weight, for what is saved or asked for: of other values a page works it out. */
    advice: z.array(Advice),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

const DRAW_MAX = 1_000_000;
const DRAW_ERROR = `draw must be a whole number from 0 to ${DRAW_MAX}`;

export const planCalls = defineCalls({
  'POST /api/campaigns/plan': {
    operationId: 'planCampaign',
    access: 'user',
    summary: "Count who of a list would get a template's text, or a given one, and when that would end.",
    body: z.object({
      list_id: Id,
      message_template_id: Id.optional(),
      content: TemplateContent.optional(),
      profiles_used: z.array(Id).max(10_000).default([]),
      /** A follow-up that is changed, with its own list: its people are judged, and shared out, as in it. */
      follow_up_id: Id.optional(),
      ...z.object(campaignLimits).partial().shape,
      canary: CanaryInput.optional(),
      leave_out: LeaveOutInput.optional(),
    }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    response: z.object({ plan: Plan }),
    refusals: {
      404: 'The list, the template, a profile, a tag or the follow-up is not there.',
      409: 'The follow-up is a draft or has ended.',
    },
  },
  'GET /api/campaigns/{id}/plan': {
    operationId: 'getCampaignPlan',
    access: 'user',
    summary: 'Count who will get the campaign, of those who are left, and when it ends.',
    params: CampaignOrListParams,
    response: z.object({ plan: Plan }),
    refusals: { 409: 'The campaign is a draft or has ended.' },
  },
  'PUT /api/campaigns/{id}/plan': {
    operationId: 'saveCampaignPlan',
    access: 'subscriber',
    summary: "Save what a plan tried: the account's limits and the campaign's, all of it or nothing.",
    params: CampaignOrListParams,
    body: changeOf({
      /** They hold for all campaigns. */
      account: changeOf(accountLimits),
      campaign: changeOf(triedParts),
    }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    response: z.object({
      /** What it means for campaigns with hours of their own, as sentences. */
      warnings: z.array(z.string()),
    }),
    errors: Conflicts,
    refusals: {
      404: 'The campaign or a profile is not there.',
      409: 'The campaign is a draft, was started or has ended, or a profile is used by a running campaign.',
    },
  },
  'GET /api/campaigns/{id}/sample': {
    operationId: 'sampleCampaignMessages',
    access: 'user',
    summary: 'Ten people who will get the campaign, spread over its line, with their messages.',
    params: CampaignOrListParams,
    query: z.object({
      /** Each number draws others. */
      draw: z.coerce
        .number(DRAW_ERROR)
        .int(DRAW_ERROR)
        .min(0, DRAW_ERROR)
        .max(DRAW_MAX, DRAW_ERROR)
        .default(0),
    }),
    response: z.object({ sample: z.array(PlanSample) }),
    refusals: { 409: 'The campaign is a draft or has ended.' },
  },
  'GET /api/lists/{id}/planned': {
    operationId: 'listPlannedPeople',
    access: 'user',
    summary: 'The pending people of a list in a group of its plan, or of a campaign on it, fifty at a time.',
    params: CampaignOrListParams,
    query: z.object({
      group: z.enum(PLAN_GROUPS, NOT_A_GROUP),
      /** Without it no text is judged, so that nobody lacks a value. */
      campaign_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      /** Of those without a value: for this blank. Of those who are left out: for this reason. */
      field: sized(z.string(), { max: LEFT_OUT_REASON_MAX }).optional(),
      /** Without a campaign: whom it would leave out, as JSON. */
      leave_out: LeaveOutQuery.optional(),
      search: pageQuery().search,
      /** The `next` of the page before. */
      after: z
        .string()
        .regex(/^\d\.\d{1,15}$/, 'after must be the next of another page')
        .optional(),
    }),
    response: z.object({
      people: z.array(
        z.object({
          recipient_id: Id,
          recipient: z.string(),
          /** Why they do not get it, or the doubt about them; null: they get it. */
          reason: z.string().nullable(),
          /** Since when they are on do-not-contact, were last messaged, or replied last; of other groups null. */
          at: Time.nullable(),
          /** The campaign that messaged them then, or to which they replied, where it is known. */
          by: z.string().nullable(),
        }),
      ),
      /** Where the next page begins; null: this one is the last. */
      next: z.string().nullable(),
    }),
    refusals: {
      404: 'The list, the campaign or a tag is not there.',
      409: 'The campaign is a draft or has ended.',
    },
  },
});
