import * as z from 'zod';
import { defineCalls } from '../call.ts';
import {
  CampaignOrListParams,
  changeOf,
  EmptyAnswer,
  exactlyOne,
  Id,
  IdParams,
  PersonParams,
  Time,
  trimmed,
} from '../fields.ts';
import { Pagination, pageQuery } from '../paging.ts';
import {
  BUDGET_MAX,
  QUIET_DAYS_MAX,
  READ_REPLIES_HOURS,
  REPLY_AUTOMATICS,
  REPLY_STOPS,
  REPLY_TEXT_DAYS_MAX,
  WAIVE_REASON_MAX,
  WAIVE_REASON_MIN,
} from '../people/replies.ts';
import { STOP_LANGUAGES, STOP_WORD_LENGTH_MAX, STOP_WORDS_MAX } from '../stop-words/languages.ts';

/** What a person wrote back to a profile (docs/behaviour.md#replies). */
export const Reply = z
  .object({
    id: Id,
    recipient: z.string(),
    /** Null where it is kept no longer, or was never kept. */
    text: z.string().nullable(),
    at: Time,
    stop: z.enum(REPLY_STOPS),
    automatic: z.enum(REPLY_AUTOMATICS),
    /** Whether the name is on the do-not-contact list now. */
    do_not_contact: z.boolean(),
    /** The campaign whose message it followed; null where that was deleted. */
    campaign_id: Id.nullable(),
    campaign_name: z.string().nullable(),
    profile_id: Id,
    profile_name: z.string().nullable(),
    /** Null where the profile was removed: it cannot be opened any more. */
    profile_path: z.string().nullable(),
  })
  .meta({ id: 'Reply' });
export type Reply = z.infer<typeof Reply>;

const { page, limit } = pageQuery();
const repliesQuery = z.object({
  page,
  limit,
  /** Only those that may ask for a stop, and of which that is undecided. */
  stop: z.literal('perhaps', 'stop must be perhaps').optional(),
});
const RepliesAnswer = z.object({ replies: z.array(Reply), pagination: Pagination }).meta({ id: 'ReplyPage' });

const wholeNumber = (name: string, min: number, max: number) => {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
};

const WORD_ERROR = `A stop word has 1 to ${STOP_WORD_LENGTH_MAX} characters, and at least a letter or a digit`;
const StopWord = trimmed(z.string(WORD_ERROR).regex(/[\p{L}\p{N}]/u, WORD_ERROR), {
  max: STOP_WORD_LENGTH_MAX,
  error: WORD_ERROR,
});

const fields = {
  /** Null: replies are read only where somebody asks. */
  read_replies_hours: z
    .literal(READ_REPLIES_HOURS, 'Replies are read every 1, 2, 4, 8 or 24 hours, or not by themselves')
    .nullable(),
  quiet_days: wholeNumber('Quiet days', 0, QUIET_DAYS_MAX),
  /** Null: off. */
  budget: wholeNumber('The number of messages without a reply', 1, BUDGET_MAX).nullable(),
  /** 0: no text is kept. */
  reply_text_days: wholeNumber('The days for which texts are kept', 0, REPLY_TEXT_DAYS_MAX),
  stop_languages: z
    .array(z.enum(STOP_LANGUAGES, 'There are no stop words of this language'))
    .max(STOP_LANGUAGES.length, 'Each language counts once')
    .refine((given) => new Set(given).size === given.length, 'Each language counts once')
    .meta({ uniqueItems: true }),
  stop_words: z.array(StopWord).max(STOP_WORDS_MAX, `Add at most ${STOP_WORDS_MAX} stop words`),
};

/** How a user's replies are read and judged. */
export const RepliesSettings = z.object(fields).meta({ id: 'ReplySettings' });
export type RepliesSettings = z.infer<typeof RepliesSettings>;

const SettingsAnswer = z
  .object({
    settings: RepliesSettings,
    /** Whether a machine of the user can read replies. */
    reads_replies: z.boolean(),
  })
  .meta({ id: 'ReplySettingsAnswer' });

const Decision = exactlyOne(
  z.object({
    is_stop: z.boolean('is_stop must be true or false').optional(),
    is_automatic: z.boolean('is_automatic must be true or false').optional(),
  }),
  ['is_stop', 'is_automatic'],
  'Say is_stop or is_automatic, one of them',
);

const REASON_ERROR = `Give a reason of ${WAIVE_REASON_MIN} to ${WAIVE_REASON_MAX} characters`;

export const repliesCalls = defineCalls({
  'GET /api/replies': {
    operationId: 'listReplies',
    access: 'user',
    summary: 'What people wrote back to your profiles, newest first.',
    query: repliesQuery,
    response: RepliesAnswer,
  },
  'GET /api/campaigns/{id}/replies': {
    operationId: 'listCampaignReplies',
    access: 'user',
    summary: "The replies to a campaign's messages, newest first.",
    params: CampaignOrListParams,
    query: repliesQuery,
    response: RepliesAnswer,
  },
  'PUT /api/replies/{id}': {
    operationId: 'decideReply',
    access: 'user',
    summary:
      'Decide whether a reply asks for no more messages, which puts its name on do-not-contact, or whether a machine wrote it.',
    params: IdParams,
    body: Decision,
    response: z.object({ reply: Reply }),
    refusals: { 409: 'The person is on do-not-contact: take the name off first.' },
  },
  'GET /api/settings/replies': {
    operationId: 'getReplySettings',
    access: 'user',
    summary: 'How your replies are read, kept and judged.',
    response: SettingsAnswer,
  },
  'PUT /api/settings/replies': {
    operationId: 'updateReplySettings',
    access: 'subscriber',
    summary: 'Change how your replies are read, kept and judged; left-out fields stay.',
    body: changeOf(fields),
    response: SettingsAnswer,
  },
  'POST /api/people/{name}/waive': {
    operationId: 'waiveBudget',
    access: 'subscriber',
    summary: 'Write again to a person who is left alone after messages without a reply.',
    params: PersonParams,
    body: z.object({
      reason: trimmed(z.string(REASON_ERROR), {
        min: WAIVE_REASON_MIN,
        max: WAIVE_REASON_MAX,
        error: REASON_ERROR,
      }),
    }),
    response: EmptyAnswer,
    refusals: {
      404: 'No campaign wrote to the person.',
      409: 'The person is not left alone.',
    },
  },
});
