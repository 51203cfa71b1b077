import * as z from 'zod';
import { PACKS } from '../account/subscription.ts';
import { FAULT_KINDS, REQUEST_KINDS, REQUEST_STATUSES } from '../agent.ts';
import { defineCalls } from '../call.ts';
import { changeOf, EmptyAnswer, Id, IdParams, requiredName, requiredText, sized, Time } from '../fields.ts';
import { PERFORMANCE_PAGE_SIZE, PROFILE_IDS_BODY_LIMIT } from '../limits.ts';
import { Pagination, pageQuery, wholeOrPageQuery } from '../paging.ts';
import {
  PROFILE_BULK_ACTIONS,
  PROFILE_NAME_MAX,
  PROFILE_PATH_MAX,
  PROFILE_SORTS,
  PROFILE_STATES,
} from '../profiles.ts';
import { profileCapFields, profileCaps } from './profile-caps.ts';

const IsActive = z.union([z.literal(0), z.literal(1)]);
const RunningCampaign = z.object({ id: Id, name: z.string() }).nullable();

/** Why a profile rests, and until when. */
const restFields = {
  blocked_at: Time.nullable(),
  /** The messages sent on the day of its block, in all campaigns and by days of the user's zone; null if it is not blocked. */
  sent_before_block: z.int().nullable(),
  /** When its session at the site was found to have ended; Resume ends this rest too. */
  signed_out_at: Time.nullable(),
  /** When Firefox first failed to start with it, or three people in a row met one obstacle. */
  faulted_at: Time.nullable(),
  fault_kind: z.enum(FAULT_KINDS).nullable(),
  /** The time of the next automatic try; in the past or null: at once. */
  fault_until: Time.nullable(),
  /** Why it is blocked, signed out or cannot be started, as text for people. */
  rest_reason: z.string().nullable(),
  next_send_at: Time.nullable(),
};

export const Profile = z
  .object({
    id: Id,
    profile_name: z.string(),
    profile_path: z.string(),
    insta_username: z.string().nullable(),
    has_password: z.boolean(),
    /** The password was stored for another machine or site and is deleted: it has to be typed again. */
    password_lost: z.boolean(),
    is_active: IsActive,
    ...restFields,
    running_campaign: RunningCampaign,
    /** The profile's machine. */
    agent_id: Id.nullable(),
    /** Whether its machine last reported a window of it that a person sees. A hidden driven browser does not count. */
    is_open: z.boolean(),
    ...profileCaps,
    created_at: Time,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

/** The number of profiles in each state that a search finds, whichever state is asked for. */
export const ProfileCounts = z
  .object({
    all: z.int(),
    /** Active ones that are blocked, signed out or cannot be started. */
    needs_you: z.int(),
    sending: z.int(),
    blocked: z.int(),
    signed_out: z.int(),
    open: z.int(),
    off: z.int(),
  })
  .meta({ id: 'ProfileCounts' });
export type ProfileCounts = z.infer<typeof ProfileCounts>;

/** The number of profiles that a new campaign may use, and of the others by the first reason that keeps them. */
export const Availability = z
  .object({
    free: z.int(),
    off: z.int(),
    in_campaign: z.int(),
    blocked: z.int(),
    signed_out: z.int(),
  })
  .meta({ id: 'ProfileAvailability' });
export type Availability = z.infer<typeof Availability>;

/** A request in an agent's queue. The Firefox and unread screens read the same shape. */
export const ProfileRequest = z
  .object({
    id: Id,
    request_type: z.enum(REQUEST_KINDS),
    /** The machine that it is meant for, or that took it; null: any. */
    agent_id: Id.nullable(),
    profile_path: z.string().nullable(),
    status: z.enum(REQUEST_STATUSES),
    results: z.record(z.string(), z.unknown()).nullable(),
    error_message: z.string().nullable(),
    created_at: Time,
    /** When the agent last reported progress. */
    last_sign_at: Time.nullable(),
    completed_at: Time.nullable(),
  })
  .meta({ id: 'ProfileRequest' });
export type ProfileRequest = z.infer<typeof ProfileRequest>;

const PERFORMANCE_SORTS = [
  'messages_sent_desc',
  'messages_sent_asc',
  'messages_failed_desc',
  'messages_failed_asc',
  'success_rate_desc',
  'success_rate_asc',
  'total_actions_desc',
  'total_actions_asc',
  'campaigns_used_desc',
  'campaigns_used_asc',
] as const;
export type PerformanceSort = (typeof PERFORMANCE_SORTS)[number];

export const ProfilePerformance = z
  .object({
    profile_id: Id,
    profile_name: z.string(),
    profile_path: z.string(),
    is_active: IsActive,
    success_rate: z.number(),
    messages_sent: z.int(),
    messages_failed: z.int(),
    replied: z.int(),
    profile_blocked: z.int(),
    campaigns_used: z.int(),
    efficiency: z.number(),
    total_actions: z.int(),
    first_action: Time.nullable(),
    last_action: Time.nullable(),
    ...restFields,
    /** When it was removed from Profiles. Its history stays, under its name. */
    deleted_at: Time.nullable(),
    running_campaign: RunningCampaign,
  })
  .meta({ id: 'ProfilePerformance' });
export type ProfilePerformance = z.infer<typeof ProfilePerformance>;

const Day = z.iso.date('Date input not valid.').optional();
export const dateRange = { start_date: Day, end_date: Day };

const OptionalText = (max: number, error: string) => sized(z.string(), { max, error }).nullish();
const fields = {
  profile_path: requiredText('Profile path', PROFILE_PATH_MAX),
  profile_name: requiredName('Profile name', PROFILE_NAME_MAX),
  insta_username: OptionalText(100, 'Instagram username must not exceed 100 characters'),
  /** Empty on an edit: unchanged. */
  insta_password: OptionalText(500, 'Instagram password must not exceed 500 characters'),
  agent_id: Id.nullish(),
};
const ProfileAnswer = z.object({ profile: Profile }).meta({ id: 'ProfileAnswer' });
/** A request was queued for an agent. */
export const Queued = z.object({ success: z.literal(true), request_id: Id }).meta({ id: 'QueuedRequest' });

export const profileCalls = defineCalls({
  'GET /api/profiles': {
    operationId: 'listProfiles',
    access: 'user',
    summary: 'Your profiles, in natural order of their names; the first 100 without page and limit.',
    query: z.object({
      ...wholeOrPageQuery,
      is_active: z.enum(['1', '0'], 'is_active is 1 or 0').optional(),
      state: z.enum(PROFILE_STATES, 'This state is not known').optional(),
      sort_by: z.enum(PROFILE_SORTS, 'This order is not known').default('name'),
    }),
    response: z.object({ profiles: z.array(Profile), counts: ProfileCounts, pagination: Pagination }),
  },
  'GET /api/profiles/availability': {
    operationId: 'countAvailableProfiles',
    access: 'user',
    summary: 'How many profiles within a search a new campaign may use, and the others by reason.',
    query: z.object({ search: wholeOrPageQuery.search }),
    response: Availability,
  },
  'POST /api/profiles/bulk': {
    operationId: 'changeProfiles',
    access: 'subscriber',
    summary: 'Resume many profiles, or switch them off or on; those that need no change are skipped.',
    body: z.object({
      action: z.enum(PROFILE_BULK_ACTIONS, 'The action must be resume, switch_off or switch_on'),
      profile_ids: z.array(Id).min(1, 'Select at least one profile').max(10_000),
    }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    response: z.object({ changed: z.int() }),
  },
  'POST /api/profiles': {
    operationId: 'createProfile',
    access: 'subscriber',
    summary: "Add a profile, within the pack's limit.",
    body: z.object({
      ...fields,
      ...profileCapFields,
      /** Its Firefox profile was just made: no account is signed in there, so it rests until Resume. */
      is_new: z.boolean('is_new must be true or false').default(false),
    }),
    status: 201,
    response: ProfileAnswer,
    refusals: {
      403: "The pack has no room for another profile, the subscription has ended, or the token is an agent's.",
      409: 'A profile has this path, or its Firefox profile is being deleted.',
    },
  },
  'PUT /api/profiles/{id}': {
    operationId: 'updateProfile',
    access: 'subscriber',
    summary: 'Change a profile; left-out fields stay.',
    params: IdParams,
    body: changeOf({
      ...fields,
      ...profileCapFields,
      /** Removes the stored password, and the mark of a lost one, unless a new one is given. */
      remove_password: z.boolean('remove_password must be true or false'),
    }),
    response: ProfileAnswer,
    refusals: {
      409: 'Another profile has this path, its Firefox profile is being deleted, or the profile is sending a message.',
    },
  },
  'DELETE /api/profiles/{id}': {
    operationId: 'deleteProfile',
    access: 'subscriber',
    summary: 'Delete a profile. Its results keep its name.',
    params: IdParams,
    response: EmptyAnswer,
    refusals: { 409: 'A running campaign uses the profile, or the profile is sending a message.' },
  },
  'PUT /api/profiles/{id}/toggle': {
    operationId: 'toggleProfile',
    access: 'subscriber',
    summary: 'Switch a profile between active and inactive.',
    params: IdParams,
    response: ProfileAnswer,
  },
  'PUT /api/profiles/{id}/resume': {
    operationId: 'resumeProfile',
    access: 'subscriber',
    summary: 'Let a blocked or signed-out profile send again, or try a faulted one again at once.',
    params: IdParams,
    response: ProfileAnswer,
  },
  'PUT /api/profiles/{id}/full': {
    operationId: 'endSlowSending',
    access: 'subscriber',
    summary: 'Let a profile that sends at half after a block send in full again.',
    params: IdParams,
    response: ProfileAnswer,
  },
  'GET /api/profiles/pack-info': {
    operationId: 'getPackInfo',
    access: 'user',
    summary: 'How many profiles you have and may have.',
    response: z.object({
      currentProfileCount: z.int(),
      canAddMore: z.boolean(),
      pack: z.enum(PACKS),
      packInfo: z.object({ name: z.string(), maxProfiles: z.int().nullable() }),
    }),
  },
  'GET /api/profiles/performance': {
    operationId: 'listProfilePerformance',
    access: 'user',
    summary: "Each profile's results, over all campaigns.",
    query: z.object({
      ...pageQuery({ size: PERFORMANCE_PAGE_SIZE }),
      ...dateRange,
      sort_by: z.enum(PERFORMANCE_SORTS, 'This order is not known').optional(),
    }),
    response: z.object({ profilePerformance: z.array(ProfilePerformance), pagination: Pagination }),
  },
});
