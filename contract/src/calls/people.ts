import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CAMPAIGN_STATUSES, DELIVERY_STATES } from '../campaigns.ts';
import {
  changeOf,
  checkedText,
  EmptyAnswer,
  Id,
  IdParams,
  NOT_BLANK,
  ONE_LINE,
  PersonParams,
  requiredText,
  sized,
  Time,
} from '../fields.ts';
import { NOTE_MAX, PEOPLE_PAGE_SIZE, PERSON_NAME_MAX } from '../limits.ts';
import { Pagination, pageQuery } from '../paging.ts';
import { CONFIRM_NAME } from '../people/erasures.ts';
import { FIELDS_MAX } from '../people/person-fields.ts';
import { PersonSource, StatedSource, WITHDRAWAL, withdrawalError } from '../people/sources.ts';
import { PERSON_TAGS_MAX } from '../people/tags.ts';
import { RECIPIENT_STATUSES } from '../recipients.ts';
import { Standstill } from './campaigns.ts';
import { FieldValue } from './fields.ts';
import { PersonEvent } from './person-events.ts';
import { Reply } from './replies.ts';

/** A person as the recipient of one list. */
export const PersonList = z
  .object({
    recipient_id: Id,
    list_id: Id,
    list_name: z.string(),
    status: z.enum(RECIPIENT_STATUSES),
    /** For a failed recipient: whether the message may have arrived. */
    unclear: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'PersonList' });
export type PersonList = z.infer<typeof PersonList>;

/** One campaign's delivery to a person, past or still in line. */
export const PersonCampaign = z
  .object({
    campaign_id: Id,
    campaign_name: z.string(),
    campaign_status: z.enum(CAMPAIGN_STATUSES),
    /** For a person in line: why the campaign stands still. */
    standstill: Standstill.nullable(),
    list_name: z.string(),
    /** pending: in line. */
    state: z.enum([...DELIVERY_STATES, 'pending']),
    /** Why it was not sent, as text for people. */
    reason: z.string().nullable(),
    /** The text that was sent, or may have been. */
    message: z.string().nullable(),
    /** For a person in line: the number of recipients before; null beyond PERSON_LINE_COUNTED. */
    before: z.int().nullable(),
    profile_id: Id.nullable(),
    profile_name: z.string().nullable(),
    at: Time.nullable(),
  })
  .meta({ id: 'PersonCampaign' });
export type PersonCampaign = z.infer<typeof PersonCampaign>;

/** A person as a search result. */
export const FoundPerson = z
  .object({
    name: z.string(),
    /** The first three of the lists. */
    list_names: z.array(z.string()),
    list_count: z.int(),
    do_not_contact: z.boolean(),
    /** The newest delivery to this person. */
    last: z
      .object({ state: z.enum(DELIVERY_STATES), campaign_name: z.string(), at: Time.nullable() })
      .nullable(),
  })
  .meta({ id: 'FoundPerson' });
export type FoundPerson = z.infer<typeof FoundPerson>;

/** A field in which a person has a value. */
export const PersonField = z
  .object({ id: Id, name: z.string(), label: z.string(), value: z.string() })
  .meta({ id: 'PersonField' });
export type PersonField = z.infer<typeof PersonField>;

export const PersonTag = z.object({ id: Id, name: z.string() }).meta({ id: 'PersonTag' });
export type PersonTag = z.infer<typeof PersonTag>;

/** A note about a person, with its author's username at that time. */
export const PersonNote = z
  .object({ id: Id, text: z.string(), author_name: z.string(), created_at: Time })
  .meta({ id: 'PersonNote' });
export type PersonNote = z.infer<typeof PersonNote>;

/** What is known of a person: the fields with a value, in the order of fields, and the tags by name. */
const known = { fields: z.array(PersonField), tags: z.array(PersonTag) };

const FieldId = z.string().regex(/^[1-9][0-9]{0,15}$/);

const { page, limit } = pageQuery({ size: PEOPLE_PAGE_SIZE });

export const peopleCalls = defineCalls({
  'GET /api/people/{name}': {
    operationId: 'getPerson',
    access: 'user',
    summary:
      "A person in all of your lists: what is known of them, and your campaigns' deliveries, newest first.",
    params: PersonParams,
    query: z.object({ page, limit }),
    response: z.object({
      person: z.object({
        recipient: z.string(),
        /** The same, as version 1.0.0 names it. */
        name: z.string(),
        /** The newest PERSON_LISTS of them. */
        lists: z.array(PersonList),
        list_count: z.int(),
        /** The number of messages that certainly arrived. */
        messages_sent: z.int(),
        /** The time of the last message to this name, also an unclear one, and also of a deleted campaign. */
        last_messaged_at: Time.nullable(),
        /** Whether that message is unclear. */
        last_is_unclear: z.boolean(),
        do_not_contact: z
          .object({
            id: Id,
            at: Time,
            /** The same, as version 1.0.0 names it. */
            created_at: Time,
            how: z.enum(['hand', 'reply', 'link']),
          })
          .nullable(),
        /** When this person last replied. */
        replied_at: Time.nullable(),
        /** The number of messages since then, or since a waiver, from machines that can read replies. */
        unreplied: z.int(),
        /** At so many campaigns leave a person alone; null: never. */
        budget: z.int().nullable(),
        /** The last time that campaigns were let write again, and why. */
        waived: z.object({ at: Time, reason: z.string() }).nullable(),
        /** The newest PERSON_REPLIES. */
        replies: z.array(Reply),
        ...known,
        /** Newest first, with those that no longer count. */
        sources: z.array(PersonSource),
        /** Newest first. */
        notes: z.array(PersonNote),
      }),
      campaigns: z.array(PersonCampaign),
      pagination: Pagination,
    }),
  },
  'GET /api/people/{name}/events': {
    operationId: 'listPersonEvents',
    access: 'user',
    summary: 'What happened to a person in all of your lists and campaigns, newest first.',
    params: PersonParams,
    query: z.object({
      limit,
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
  'PUT /api/people/{name}': {
    operationId: 'updatePerson',
    access: 'subscriber',
    summary:
      'Change what is known of a person. Fields that are left out stay; tags are replaced by those given.',
    params: PersonParams,
    body: changeOf({
      /** Values by the ids of their fields; null, or an empty text, takes the value away. */
      fields: z
        .record(FieldId, FieldValue.nullable())
        .refine(
          (values) => Object.keys(values).length <= FIELDS_MAX,
          `There are at most ${FIELDS_MAX} fields`,
        )
        .meta({ maxProperties: FIELDS_MAX }),
      tags: z.array(Id).max(PERSON_TAGS_MAX, `A person has at most ${PERSON_TAGS_MAX} tags`),
    }),
    response: z.object({ person: z.object(known) }),
    refusals: { 404: 'The person, a field or a tag is not there.' },
  },
  'POST /api/people/{name}/notes': {
    operationId: 'addPersonNote',
    access: 'user',
    summary: 'Add a note about a person.',
    params: PersonParams,
    body: z.object({ text: requiredText('Note', NOTE_MAX) }),
    status: 201,
    response: z.object({ note: PersonNote }),
    refusals: { 409: 'There is no room for another note.' },
  },
  'POST /api/people/{name}/sources': {
    operationId: 'addPersonSource',
    access: 'subscriber',
    summary: 'State where a person is from. It is never changed, only withdrawn.',
    params: PersonParams,
    body: StatedSource,
    status: 201,
    response: z.object({ sources: z.array(PersonSource) }),
  },
  'DELETE /api/people/{name}/sources/{id}': {
    operationId: 'withdrawPersonSource',
    access: 'subscriber',
    summary: 'Withdraw a source of a person, with a reason that is kept.',
    params: PersonParams.extend(IdParams.shape),
    body: z.object({
      reason: checkedText('Say why', withdrawalError, {
        minLength: WITHDRAWAL.min,
        maxLength: WITHDRAWAL.max,
        pattern: NOT_BLANK,
        description: ONE_LINE,
      }),
    }),
    response: z.object({ sources: z.array(PersonSource) }),
    refusals: { 404: 'The source is not there, or was withdrawn.' },
  },
  'POST /api/people/{name}/erase': {
    operationId: 'erasePerson',
    access: 'user',
    summary:
      'Erase a person: everything by which they are known goes, and nobody of this name can be added again.',
    params: PersonParams,
    body: z.object({
      confirm: sized(
        z.string(CONFIRM_NAME),
        { max: PERSON_NAME_MAX, error: CONFIRM_NAME },
        { description: 'The name of the person once more.' },
      ),
    }),
    status: 202,
    response: z.object({
      /** When they were erased first. */
      erased_at: Time,
    }),
    refusals: {
      409: 'A message to the person is being sent, an import runs, or the secret key of the server does not open the key of erased names.',
    },
  },
  'DELETE /api/people/{name}/notes/{id}': {
    operationId: 'deletePersonNote',
    access: 'user',
    summary: 'Delete a note about a person.',
    params: PersonParams.extend(IdParams.shape),
    response: EmptyAnswer,
  },
});
