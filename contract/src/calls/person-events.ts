import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { DELIVERY_STATES } from '../campaigns.ts';
import { Id, Time } from '../fields.ts';
import { PEOPLE_PAGE_SIZE, PERSON_NAME_MAX } from '../limits.ts';
import { pageQuery } from '../paging.ts';
import { PersonSource } from '../sources.ts';
import { DO_NOT_CONTACT_HOWS } from '../stop-link.ts';
import { AuditEntry } from './audit-log.ts';
import { Reply } from './replies.ts';

/** What a campaign did for a person: it sent, failed, or left them out. */
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
export const PersonEvent = z.discriminatedUnion('kind', [
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
]);
export type PersonEvent = z.infer<typeof PersonEvent>;

/** What an owner can show of a person: where they are from, what was written, and what they asked for. */
export const PersonProof = z.object({
  recipient: z.string(),
  made_at: Time,
  /** Newest first, as all that follows. */
  sources: z.array(PersonSource),
  messages: z.array(MessageEvent),
  replies: z.array(ReplyEvent),
  do_not_contact: z.array(DoNotContactEvent),
  /** The lines of the audit log about do-not-contact, and about deletions from lists, with their places in its chain. */
  audit_log: z.array(
    AuditEntry.pick({ id: true, created_at: true, kind: true, action: true }).extend({
      /** SHA-256, in hex. */
      hash: z.string(),
    }),
  ),
  /** Whether anything older is left out, because there is too much of it. */
  is_cut: z.boolean(),
});
export type PersonProof = z.infer<typeof PersonProof>;

const params = z.object({ name: z.string().max(PERSON_NAME_MAX, 'No name is this long') });

export const personEventCalls = defineCalls({
  'GET /api/people/{name}/events': {
    access: 'user',
    summary: 'What happened to a person in all of your lists and campaigns, newest first.',
    params,
    query: z.object({
      limit: pageQuery({ size: PEOPLE_PAGE_SIZE }).limit,
      /** The `next` of the page before. */
      before: z
        .string()
        .regex(/^\d{1,16}(\.[a-z_]{1,20})(\.\d{1,18}){0,2}$/, 'before must be the next of another page')
        .optional(),
    }),
    response: z.object({
      events: z.array(PersonEvent),
      /** Where the next page begins; null: this one is the last. */
      next: z.string().nullable(),
    }),
  },
  'GET /api/people/{name}/proof': {
    access: 'user',
    summary:
      'Where you have a person from, what you wrote to them, and what they asked for, each with its time.',
    params,
    response: z.object({ proof: PersonProof }),
  },
});
