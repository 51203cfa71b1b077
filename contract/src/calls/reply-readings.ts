import * as z from 'zod';
import { REQUEST_STATUSES } from '../agent.ts';
import { defineCalls } from '../call.ts';
import { Id, Time } from '../fields.ts';
import { PROFILE_IDS_BODY_LIMIT } from '../limits.ts';
import { REPLIES_A_READING } from '../people/replies.ts';
import { SeenReply } from './agent-protocol.ts';
import { Queued } from './profiles.ts';

/** What an agent read of one profile; the result of an unread check may have it too (docs/agent-protocol.md#replies). */
export const readFields = {
  read_to: z.iso.datetime({ offset: true, error: 'must be a moment with its zone' }),
  /** There is more: the next reading goes on from read_to. */
  is_cut: z.boolean().default(false),
  replies: z.array(SeenReply).max(REPLIES_A_READING).default([]),
};

/** The reading of replies that was asked for last, or that began last by itself. */
export const Reading = z
  .object({
    status: z.enum(REQUEST_STATUSES),
    error_message: z.string().nullable(),
    profiles: z.array(
      z.object({
        profile_id: Id,
        profile_name: z.string(),
        /** Waiting, being read now, read to its end, or not read because of an error. */
        state: z.enum(['waiting', 'reading', 'read', 'failed']),
        /** New replies of people whom a campaign wrote to. */
        replies: z.int(),
        /** How many messages others wrote; of those nothing is kept. */
        others: z.int(),
        error: z.string().nullable(),
      }),
    ),
    created_at: Time,
    completed_at: Time.nullable(),
  })
  .meta({ id: 'ReplyReading' });
export type Reading = z.infer<typeof Reading>;

export const replyReadingCalls = defineCalls({
  'POST /api/replies/read': {
    operationId: 'readReplies',
    access: 'user',
    summary: 'Have the replies read of every profile that has sent, or of those with these ids.',
    body: z.object({ profile_ids: z.array(Id).min(1, 'Name at least one profile').max(10_000).optional() }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    response: Queued,
    refusals: {
      404: 'A profile is not there.',
      409: 'Replies are being read already, no machine reads them, or there is nothing to read.',
    },
  },
  'GET /api/replies/reading': {
    operationId: 'getReading',
    access: 'user',
    summary: 'How the last reading of replies goes, or went; null where there is none to tell of.',
    response: z.object({ reading: Reading.nullable() }),
  },
});
