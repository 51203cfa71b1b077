import * as z from 'zod';
import { defineCalls } from '../call.ts';
import {
  FOLLOW_UP_DAYS,
  FOLLOW_UP_DAYS_ERROR,
  FOLLOW_UP_DAYS_MAX,
  FOLLOW_UP_DAYS_MIN,
} from '../campaigns/follow-up.ts';
import { CAMPAIGN_FIELDS_MISSING } from '../campaigns.ts';
import { CampaignOrListParams, Id, Time } from '../fields.ts';
import { CampaignName } from './campaign-lifecycle.ts';
import { Campaign } from './campaigns.ts';

const days = (number: z.ZodNumber | z.ZodCoercedNumber) =>
  number
    .int(FOLLOW_UP_DAYS_ERROR)
    .min(FOLLOW_UP_DAYS_MIN, FOLLOW_UP_DAYS_ERROR)
    .max(FOLLOW_UP_DAYS_MAX, FOLLOW_UP_DAYS_ERROR)
    .default(FOLLOW_UP_DAYS);

/** Follow-ups of a campaign (docs/behaviour.md#follow-ups). */
export const followUpCalls = defineCalls({
  'GET /api/campaigns/{id}/follow-up': {
    operationId: 'countFollowUp',
    access: 'user',
    summary: 'Count who would get a follow-up of a campaign now.',
    params: CampaignOrListParams,
    query: z.object({ days: days(z.coerce.number(FOLLOW_UP_DAYS_ERROR)) }),
    timeLimitMs: 60_000,
    response: z.object({
      /** People whose message is at least so many days old, and who get a follow-up now. */
      ready: z.int(),
      /** The others without an answer: they can be asked later. */
      later: z.int(),
      answered: z.int(),
      /** They may have asked for no more messages, which is undecided. */
      undecided_stop: z.int(),
      do_not_contact: z.int(),
      /** Another campaign wrote to them since. */
      messaged_meanwhile: z.int(),
      /** Their profile was removed, or is not known. */
      profile_removed: z.int(),
      /** In an earlier follow-up of this campaign. */
      in_earlier: z.int(),
      /** With as many messages without a reply as the account's budget lets. */
      over_budget: z.int(),
      /** Since when the replies of each profile have been read; null while those of one never were. */
      replies_read_at: Time.nullable(),
      /** Whether a machine of its profiles can read replies. */
      reads_replies: z.boolean(),
      /** Replies were not read after the last message of those who are ready. */
      unread: z.boolean(),
    }),
  },
  'POST /api/campaigns/{id}/follow-up': {
    operationId: 'createFollowUp',
    access: 'subscriber',
    summary: 'Make a follow-up: a campaign to those who have not answered, without starting it.',
    params: CampaignOrListParams,
    body: z.object({
      name: CampaignName,
      message_template_id: z.int(CAMPAIGN_FIELDS_MISSING).positive(CAMPAIGN_FIELDS_MISSING),
      days: days(z.number(FOLLOW_UP_DAYS_ERROR)),
      /** Also where replies were not read after the last of these messages. */
      even_unread: z.boolean('even_unread must be true or false').default(false),
    }),
    timeLimitMs: 600_000,
    status: 201,
    response: z.object({ campaign: Campaign }),
    refusals: {
      404: 'The campaign or the template is not there.',
      409: 'The campaign is a second follow-up already, nobody is ready, replies were not read, the text cannot have its stop link, an import runs, or there is no room for another campaign.',
    },
  },
  'POST /api/campaigns/{id}/give-to-others': {
    operationId: 'givePeopleToOtherProfiles',
    access: 'subscriber',
    summary: "Let all profiles of a follow-up write to one profile's people.",
    params: CampaignOrListParams,
    body: z.object({ profile_id: Id }),
    response: z.object({
      /** People who are for all profiles now. */
      given: z.int(),
    }),
    refusals: {
      404: 'The campaign or the profile is not there.',
      409: 'The campaign is no follow-up, or has ended.',
    },
  },
});
