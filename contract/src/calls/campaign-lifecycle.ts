import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CANARY_ERROR, CANARY_MAX } from '../campaigns/canary.ts';
import {
  CAMPAIGN_FIELDS_MISSING,
  CAMPAIGN_NAME_MAX,
  CAMPAIGN_NAME_TOO_LONG,
  CAMPAIGN_STATUSES,
  DRAFT_RETRIES_NOBODY,
  SETTLEMENTS,
  UNDO_SECONDS_ERROR,
  UNDO_SECONDS_MAX,
} from '../campaigns.ts';
import { CampaignOrListParams, changeOf, EmptyAnswer, Id, NOT_BLANK, ONE_LINE, sized } from '../fields.ts';
import { ARCHIVE_MAX_CAMPAIGNS, PROFILE_IDS_BODY_LIMIT, SETTLE_MAX_RECIPIENTS } from '../limits.ts';
import { visibleLine } from '../text/visible-text.ts';
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
  canary: CanaryInput,
};

const NAME = { max: CAMPAIGN_NAME_MAX, error: CAMPAIGN_NAME_TOO_LONG };
/** The name of a campaign that is no draft. */
export const CampaignName = sized(
  z.string(CAMPAIGN_FIELDS_MISSING).overwrite(visibleLine).min(1, CAMPAIGN_FIELDS_MISSING),
  NAME,
  { pattern: NOT_BLANK, description: ONE_LINE },
);

/** Parts of a draft, or of a change: what a draft does not have yet is empty or null. */
const fields = {
  name: sized(z.string(CAMPAIGN_FIELDS_MISSING).overwrite(visibleLine), NAME, { description: ONE_LINE }),
  message_template_id: Part.nullable(),
  list_id: Part.nullable(),
  ...triedParts,
  leave_out: LeaveOutInput,
};

/** A draft may lack any of its parts, and cannot start (docs/behaviour.md#drafts-of-campaigns). */
const NewDraft = z
  .object(fields)
  .partial()
  .extend({
    draft: z.literal(true),
    retry_of: z.never(DRAFT_RETRIES_NOBODY).optional(),
    rest_of: z.never(DRAFT_RETRIES_NOBODY).optional(),
  });

const NewCampaign = z
  .object(fields)
  .partial()
  .extend({
    draft: z.literal(false).default(false),
    name: CampaignName,
    message_template_id: Part,
    list_id: Part,
    profiles_used: triedParts.profiles_used.min(1, CAMPAIGN_FIELDS_MISSING),
    /** An ended campaign on the same list. The recipients that it failed to reach become pending with this call. */
    retry_of: Id.optional(),
    /** An ended campaign on the same list. The rest of a follow-up is one too. */
    rest_of: Id.optional(),
  });

/** The calls that make a campaign, change it, start and end it. */
export const campaignLifecycleCalls = defineCalls({
  'POST /api/campaigns': {
    operationId: 'createCampaign',
    access: 'subscriber',
    summary: 'Make a campaign, without starting it.',
    body: z.discriminatedUnion('draft', [NewCampaign, NewDraft], {
      error: ({ code }) => (code === 'invalid_union' ? 'draft must be true or false' : undefined),
    }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    status: 201,
    response: z.object({ campaign: Campaign }),
    errors: Conflicts,
    refusals: {
      404: 'The template, the list, a profile, a tag or the ended campaign is not there.',
      409: 'A profile is used by a running campaign, the ended campaign has not ended, the text cannot have its stop link, the list is busy, or there is no room for another campaign or draft.',
    },
  },
  'PUT /api/campaigns/{id}': {
    operationId: 'updateCampaign',
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
    refusals: {
      404: 'The campaign, the template, the list, a profile or a tag is not there.',
      409: 'The campaign was started or has ended, a profile is used by a running campaign, or the text cannot have its stop link.',
    },
  },
  'POST /api/campaigns/{id}/start': {
    operationId: 'startCampaign',
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
    refusals: {
      409: 'The campaign cannot be started now: it has ended or is a draft, a profile is taken or unable, nobody is pending, or its list is busy.',
    },
  },
  'POST /api/campaigns/{id}/undo-start': {
    operationId: 'undoCampaignStart',
    access: 'user',
    summary: 'Put a campaign back as it was before its start, while nothing of it can have been sent.',
    params: CampaignOrListParams,
    response: z.object({ campaign: Campaign }),
    refusals: { 409: 'The countdown is over.' },
  },
  'PUT /api/campaigns/{id}/schedule': {
    operationId: 'scheduleCampaign',
    /** With a moment only for subscribers. */
    access: 'user',
    summary: 'Let a pending campaign start by itself at a moment, or wait for Start again.',
    params: CampaignOrListParams,
    body: z.object({ start_at: MomentInput.nullable() }),
    response: z.object({ campaign: Campaign }),
    refusals: {
      403: "The subscription has ended and a moment was given, or the token is an agent's.",
      409: 'The campaign is a draft or was started.',
    },
  },
  'POST /api/campaigns/{id}/stop': {
    operationId: 'pauseCampaign',
    access: 'user',
    summary: 'Pause a running campaign at once and close its driven browsers.',
    params: CampaignOrListParams,
    response: z.object({ profilesClosed: z.int() }),
    refusals: { 409: 'The campaign was not started, or has ended.' },
  },
  'PUT /api/campaigns/{id}/status': {
    operationId: 'setCampaignStatus',
    access: 'user',
    summary: 'Make a running or paused campaign paused or completed.',
    params: CampaignOrListParams,
    body: z.object({ status: z.enum(CAMPAIGN_STATUSES, 'This status is not known') }),
    response: z.object({ campaign: Campaign }),
    refusals: { 409: 'A campaign of this status cannot get the other one.' },
  },
  'PUT /api/campaigns/{id}/message': {
    operationId: 'updateCampaignMessage',
    access: 'subscriber',
    summary: 'Change the message of a campaign that was never started.',
    params: CampaignOrListParams,
    body: z.object({ template_content: TemplateContent }),
    response: z.object({ campaign: Campaign }),
    refusals: { 409: 'The campaign is a draft or was started, or the text cannot have its stop link.' },
  },
  'PUT /api/campaigns/archived': {
    operationId: 'archiveCampaigns',
    access: 'user',
    summary: 'Archive ended campaigns, or restore them.',
    body: z.object({
      campaign_ids: z.array(Id).min(1).max(ARCHIVE_MAX_CAMPAIGNS),
      archived: z.boolean('archived must be true or false'),
    }),
    /** The number of campaigns that changed. */
    response: z.object({ changed: z.int() }),
    refusals: {
      404: 'A campaign is not there.',
      409: 'A campaign has not ended.',
    },
  },
  'PUT /api/campaigns/{id}/archive': {
    operationId: 'archiveCampaign',
    access: 'user',
    summary: 'Archive an ended campaign, or restore it.',
    params: CampaignOrListParams,
    body: z.object({ archived: z.boolean('archived must be true or false') }),
    response: z.object({ campaign: Campaign }),
    refusals: { 409: 'The campaign has not ended.' },
  },
  'DELETE /api/campaigns/{id}': {
    operationId: 'deleteCampaign',
    access: 'user',
    summary: 'Delete a campaign; its recipients go back to pending.',
    params: CampaignOrListParams,
    body: z.object({
      /** Recipients that were messaged, or may have been, keep their status. */
      keep_sent: z.boolean('keep_sent must be true or false').default(false),
    }),
    response: EmptyAnswer,
    refusals: { 409: 'After a restore it is not known yet whom the campaign messaged.' },
  },
  'POST /api/campaigns/{id}/recipients/settle': {
    operationId: 'settleDeliveries',
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
    refusals: { 409: 'The list of the campaign is busy.' },
  },
});
