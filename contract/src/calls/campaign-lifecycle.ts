import * as z from 'zod';
import { defineCalls } from '../call.ts';
import {
  CAMPAIGN_FIELDS_MISSING,
  CAMPAIGN_NAME_MAX,
  CAMPAIGN_NAME_TOO_LONG,
  CAMPAIGN_STATUSES,
  DRAFT_RETRIES_NOBODY,
  missingParts,
  SETTLEMENTS,
  UNDO_SECONDS_ERROR,
  UNDO_SECONDS_MAX,
} from '../campaigns.ts';
import { CANARY_ERROR, CANARY_MAX } from '../canary.ts';
import { isLongerThan } from '../characters.ts';
import { CampaignOrListParams, changeOf, EmptyAnswer, Id } from '../fields.ts';
import { ARCHIVE_MAX_CAMPAIGNS, PROFILE_IDS_BODY_LIMIT, SETTLE_MAX_RECIPIENTS } from '../limits.ts';
import { Campaign, Conflicts } from './campaigns.ts';
import { LeaveOutInput } from './leave-out.ts';
import { capInput, HoursInput } from './sending-hours.ts';
import { TemplateContent } from './templates.ts';

const MomentInput = z.iso.datetime({ offset: true, error: 'This is no moment' });

/** When a campaign starts and ends, and how much it sends. */
export const campaignLimits = {
  /** When it starts by itself; null: when somebody presses Start. */
  start_at: MomentInput.nullable(),
  /** Hours that narrow the account's; null: those of the account. */
  hours: HoursInput,
  /** Nothing is sent after this moment; null: no such moment. */
  not_after: MomentInput.nullable(),
  /** The most messages a day; null: no cap. */
  cap_day: capInput('campaign_day'),
};

/** After so many people it pauses for a look, once; null: it does not. */
export const CanaryInput = z.int(CANARY_ERROR).min(1, CANARY_ERROR).max(CANARY_MAX, CANARY_ERROR).nullable();

const Part = z.int(CAMPAIGN_FIELDS_MISSING).positive(CAMPAIGN_FIELDS_MISSING);
/** The parts that a plan can try, and its limits. */
export const triedParts = {
  profiles_used: z.array(Part, CAMPAIGN_FIELDS_MISSING).max(10_000),
  ...campaignLimits,
};

const fields = {
  name: z
    .string(CAMPAIGN_FIELDS_MISSING)
    .trim()
    .refine((name) => !isLongerThan(name, CAMPAIGN_NAME_MAX), CAMPAIGN_NAME_TOO_LONG),
  /** null: not chosen yet, in a draft only. */
  message_template_id: Part.nullable(),
  list_id: Part.nullable(),
  ...triedParts,
  canary: CanaryInput,
  leave_out: LeaveOutInput,
};

/** The calls that make a campaign, change it, start and end it. */
export const campaignLifecycleCalls = defineCalls({
  'POST /api/campaigns': {
    access: 'subscriber',
    summary: 'Make a campaign, without starting it.',
    body: z
      .object(fields)
      .partial()
      .extend({
        /** Not ready: parts of it may be missing, and it cannot start. */
        draft: z.boolean('draft must be true or false').default(false),
        /** An ended campaign on the same list. The recipients that it failed to reach become pending with this call. */
        retry_of: Id.optional(),
        /** An ended campaign on the same list. The rest of a follow-up is one too. */
        rest_of: Id.optional(),
      })
      .superRefine((body, context) => {
        const wrong = (path: string, message: string) =>
          context.addIssue({ code: 'custom', path: [path], message });
        if (body.draft && body.retry_of !== undefined) wrong('retry_of', DRAFT_RETRIES_NOBODY);
        if (body.draft && body.rest_of !== undefined) wrong('rest_of', DRAFT_RETRIES_NOBODY);
        if (!body.draft) for (const part of missingParts(body)) wrong(part, CAMPAIGN_FIELDS_MISSING);
      }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    status: 201,
    response: z.object({ campaign: Campaign }),
    errors: Conflicts,
  },
  'PUT /api/campaigns/{id}': {
    access: 'subscriber',
    summary: 'Change a campaign; one that was started changes only its hours, its last moment and its cap.',
    params: CampaignOrListParams,
    body: changeOf({
      ...fields,
      /** false: the draft is finished. */
      draft: z.literal(false, 'A campaign does not become a draft again'),
    }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    response: z.object({ campaign: Campaign }),
    errors: Conflicts,
  },
  'POST /api/campaigns/{id}/start': {
    access: 'subscriber',
    summary: 'Start a pending campaign, or continue a paused one.',
    params: CampaignOrListParams,
    body: z.object({
      /** For so long nothing is sent, and the start can be undone. */
      undo_seconds: z
        .int(UNDO_SECONDS_ERROR)
        .min(0, UNDO_SECONDS_ERROR)
        .max(UNDO_SECONDS_MAX, UNDO_SECONDS_ERROR)
        .default(0),
    }),
    response: z.object({ campaign: Campaign }),
    errors: Conflicts,
  },
  'POST /api/campaigns/{id}/undo-start': {
    access: 'user',
    summary: 'Put a campaign back as it was before its start, while nothing of it can have been sent.',
    params: CampaignOrListParams,
    response: z.object({ campaign: Campaign }),
  },
  'PUT /api/campaigns/{id}/schedule': {
    /** With a moment only for subscribers. */
    access: 'user',
    summary: 'Let a pending campaign start by itself at a moment, or wait for Start again.',
    params: CampaignOrListParams,
    body: z.object({ start_at: MomentInput.nullable() }),
    response: z.object({ campaign: Campaign }),
  },
  'POST /api/campaigns/{id}/stop': {
    access: 'user',
    summary: 'Pause a running campaign at once and close its driven browsers.',
    params: CampaignOrListParams,
    response: z.object({ profilesClosed: z.int() }),
  },
  'PUT /api/campaigns/{id}/status': {
    access: 'user',
    summary: 'Make a running or paused campaign paused or completed.',
    params: CampaignOrListParams,
    body: z.object({ status: z.enum(CAMPAIGN_STATUSES, 'This status is not known') }),
    response: z.object({ campaign: Campaign }),
  },
  'PUT /api/campaigns/{id}/message': {
    access: 'subscriber',
    summary: 'Change the message of a campaign that was never started.',
    params: CampaignOrListParams,
    body: z.object({ template_content: TemplateContent }),
    response: z.object({ campaign: Campaign }),
  },
  'PUT /api/campaigns/archived': {
    access: 'user',
    summary: 'Archive ended campaigns, or restore them.',
    body: z.object({
      campaign_ids: z.array(Id).min(1).max(ARCHIVE_MAX_CAMPAIGNS),
      archived: z.boolean('archived must be true or false'),
    }),
    /** The number of campaigns that changed. */
    response: z.object({ changed: z.int() }),
  },
  'PUT /api/campaigns/{id}/archive': {
    access: 'user',
    summary: 'Archive an ended campaign, or restore it.',
    params: CampaignOrListParams,
    body: z.object({ archived: z.boolean('archived must be true or false') }),
    response: z.object({ campaign: Campaign }),
  },
  'DELETE /api/campaigns/{id}': {
    access: 'user',
    summary: 'Delete a campaign; its recipients go back to pending.',
    params: CampaignOrListParams,
    body: z.object({
      /** Recipients that were messaged, or may have been, keep their status. */
      keep_sent: z.boolean('keep_sent must be true or false').default(false),
    }),
    response: EmptyAnswer,
  },
  'POST /api/campaigns/{id}/recipients/settle': {
    access: 'user',
    summary: 'Settle unclear deliveries: the message arrived, or it did not.',
    params: CampaignOrListParams,
    body: z.object({
      outcome: z.enum(SETTLEMENTS, 'The outcome must be sent or not_sent'),
      /** Without ids, all unclear ones in batches; the answer says where to go on. */
      recipient_ids: z.array(Id).min(1).max(SETTLE_MAX_RECIPIENTS).optional(),
      /** The last_id of the previous batch. */
      after_id: z.int().nonnegative().default(0),
    }),
    response: z.object({
      /** Ones that were settled meanwhile are not counted. */
      settled: z.int(),
      /** Null after the last batch. */
      last_id: Id.nullable(),
    }),
  },
});
