import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { TAKE_OUT_MAX } from '../campaigns/take-out.ts';
import { CampaignOrListParams, exactlyOne, Id } from '../fields.ts';
import { DOUBT_GROUPS, NOT_A_GROUP } from './plans.ts';

const RecipientIds = z.array(Id).min(1).max(TAKE_OUT_MAX);

/** Taking people out of a campaign and putting them back (docs/behaviour.md#taking-out). */
export const takeOutCalls = defineCalls({
  'POST /api/campaigns/{id}/recipients/take-out': {
    operationId: 'takePeopleOut',
    access: 'user',
    summary: 'Take people out of a campaign that has not ended: it does not write to them.',
    params: CampaignOrListParams,
    body: exactlyOne(
      z.object({
        recipient_ids: RecipientIds.optional(),
        /** The next 5,000 of a group of the campaign's plan, behind the `last_id` of the call before. */
        group: z.enum(DOUBT_GROUPS, NOT_A_GROUP).optional(),
        after_id: z.int().min(0).default(0),
      }),
      ['recipient_ids', 'group'],
      'Give either recipient_ids or a group',
    ),
    response: z.object({
      /** People who were written to, or left the campaign, meanwhile are not counted. */
      taken_out: z.int(),
      /** They are left in it, because a message is being sent to them. */
      being_sent: z.int(),
      /** Whether nobody was left, so that the campaign has ended and takes nobody back. */
      has_ended: z.boolean(),
      /** Of a group: how far its people were looked for; null: to the end. */
      last_id: Id.nullable().optional(),
      /** Of a group: its people, so that they can be put back. */
      recipient_ids: z.array(Id).optional(),
    }),
    refusals: {
      404: 'The campaign or a recipient is not there.',
      409: 'The campaign has ended, or messages to these people are being sent.',
    },
  },
  'POST /api/campaigns/{id}/recipients/put-back': {
    operationId: 'putPeopleBack',
    access: 'subscriber',
    summary: 'Put people back who were taken out of a campaign that has not ended.',
    params: CampaignOrListParams,
    body: z.object({ recipient_ids: RecipientIds }),
    response: z.object({ put_back: z.int() }),
    refusals: {
      404: 'The campaign or a recipient is not there.',
      409: 'The campaign has ended, or nobody of these was taken out.',
    },
  },
});
