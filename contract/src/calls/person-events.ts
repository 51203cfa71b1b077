import * as z from 'zod';
import { DELIVERY_STATES } from '../campaigns.ts';
import { Id, Time } from '../fields.ts';
import { DO_NOT_CONTACT_HOWS } from '../people/stop-link.ts';
import { Reply } from './replies.ts';

/** What became of a campaign's message, or that the campaign skipped the person. */
const MessageEvent = z.object({
  kind: z.literal('message'),
  at: Time,
  state: z.enum(DELIVERY_STATES),
  campaign_id: Id,
  campaign_name: z.string(),
  list_name: z.string(),
  profile_name: z.string().nullable(),
  /** The text that was sent, or may have been. */
  text: z.string().nullable(),
  /** Why it was not sent, as text for people. */
  reason: z.string().nullable(),
});

const ReplyEvent = Reply.extend({ kind: z.literal('reply') });

/** The name was put on do-not-contact, or taken off. */
const DoNotContactEvent = z.object({
  kind: z.literal('do_not_contact'),
  at: Time,
  is_on: z.boolean(),
  /** Of the present entry; null of an earlier one. */
  how: z.enum(DO_NOT_CONTACT_HOWS).nullable(),
  /** Why it was taken off. */
  reason: z.string().nullable(),
});

/** What happened to a person (docs/behaviour.md#what-happened-to-a-person). */
export const PersonEvent = z
  .discriminatedUnion('kind', [
    MessageEvent,
    ReplyEvent,
    DoNotContactEvent,
    z.object({
      kind: z.literal('note'),
      at: Time,
      id: Id,
      text: z.string(),
      author_name: z.string(),
    }),
    /** They came into a list that there still is. */
    z.object({ kind: z.literal('added'), at: Time, list_id: Id, list_name: z.string() }),
    /** Campaigns were let write again in spite of the budget. */
    z.object({ kind: z.literal('waived'), at: Time, reason: z.string() }),
  ])
  .meta({ id: 'PersonEvent' });
export type PersonEvent = z.infer<typeof PersonEvent>;
