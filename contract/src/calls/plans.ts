import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Id, IdParams, Time } from '../fields.ts';
import { TemplateContent } from './templates.ts';

/** Who will get a text and who not, as of a moment (docs/behaviour.md#plan). */
export const Plan = z.object({
  as_of: Time,
  will: z.int(),
  /** Everybody counts once, by the first reason in this order. */
  will_not: z.array(
    z.object({
      reason: z.enum(['do_not_contact', 'messaged', 'unfilled', 'too_long']),
      /** The blank without a value. */
      field: z.string().nullable(),
      /** The reason that the first of these people would have. */
      text: z.string(),
      count: z.int(),
      /** The first 100. */
      people: z.array(z.string()),
    }),
  ),
  /** Ten at most: the first, the one with the most fallbacks, the longest, then in line. */
  samples: z.array(
    z.object({
      recipient: z.string(),
      message: z.string(),
      filled: z.array(z.object({ name: z.string(), value: z.string(), is_fallback: z.boolean() })),
    }),
  ),
  /** Characters of the longest message. */
  longest: z.int(),
  unknown: z.array(z.object({ blank: z.string(), suggestion: z.string().nullable() })),
  /** Whether all people were counted within the time; the figures are "more than" otherwise. */
  is_counted_to_end: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;

export const planCalls = defineCalls({
  'POST /api/campaigns/plan': {
    access: 'user',
    summary: "Count who of a list would get a template's text, or a given one.",
    body: z.object({ list_id: Id, message_template_id: Id.optional(), content: TemplateContent.optional() }),
    response: z.object({ plan: Plan }),
  },
  'GET /api/campaigns/{id}/plan': {
    access: 'user',
    summary: 'Count who will get the campaign, of those who are left.',
    params: IdParams,
    response: z.object({ plan: Plan }),
  },
});
