import * as z from 'zod';
import { REQUEST_STATUSES } from '../agent.ts';
import { defineCalls } from '../call.ts';
import { Id, IdParams, Time } from '../fields.ts';
import { PROFILE_IDS_BODY_LIMIT } from '../limits.ts';
import { Pagination, pageQuery } from '../paging.ts';
import { Conflicts } from './campaigns.ts';
import { Queued } from './profiles.ts';

export const UnreadResult = z.object({
  profile_name: z.string(),
  profile_path: z.string(),
  unread_count: z.int().nonnegative(),
  /** Why it could not be counted. */
  error: z.string().nullable(),
});
export type UnreadResult = z.infer<typeof UnreadResult>;

export const UnreadResults = z
  .object({
    profiles_checked: z.int(),
    total_unread: z.int(),
    results: z.array(UnreadResult),
  })
  .meta({ id: 'UnreadResults' });
export type UnreadResults = z.infer<typeof UnreadResults>;

/** One check, on one or several machines. */
export const UnreadRequest = z
  .object({
    id: Id,
    status: z.enum(REQUEST_STATUSES),
    /** The results so far, while it runs. */
    results: UnreadResults.nullable(),
    error_message: z.string().nullable(),
    profiles: z.array(
      z.object({
        profile_id: Id,
        profile_name: z.string(),
        profile_path: z.string(),
        /** Whether its machine is counting now. */
        is_checking: z.boolean(),
      }),
    ),
    /** The machines that check; none while it waits for any. */
    agent_ids: z.array(Id),
    created_at: Time,
    /** When an agent last reported progress. */
    last_sign_at: Time.nullable(),
    completed_at: Time.nullable(),
  })
  .meta({ id: 'UnreadCheck' });
export type UnreadRequest = z.infer<typeof UnreadRequest>;

const { page, limit } = pageQuery();

export const unreadCheckerCalls = defineCalls({
  'GET /api/unread-checker/requests/history': {
    operationId: 'listUnreadChecks',
    access: 'user',
    summary: 'Your unread checks, newest first.',
    query: z.object({ page, limit }),
    response: z.object({
      success: z.literal(true),
      requests: z.array(UnreadRequest),
      pagination: Pagination,
    }),
  },
  'GET /api/unread-checker/requests/{id}': {
    operationId: 'getUnreadCheck',
    access: 'user',
    summary: 'One unread check with its results so far.',
    params: IdParams,
    response: z.object({ success: z.literal(true), request: UnreadRequest }),
  },
  'POST /api/unread-checker/requests': {
    operationId: 'startUnreadCheck',
    access: 'user',
    summary:
      'Ask the agents for the unread conversations of profiles; without a choice, of all that are free.',
    body: z.object({
      profileIds: z.array(Id).min(1, 'Select at least one profile').max(10_000).optional(),
    }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    response: Queued,
    errors: Conflicts,
    refusals: {
      404: 'A profile is not there.',
      409: 'A profile is used by a running campaign, or a check is under way already.',
    },
  },
  'DELETE /api/unread-checker/requests/clear': {
    operationId: 'clearUnreadChecks',
    access: 'user',
    summary: 'Forget every unread check; one that runs ends.',
    response: z.object({ success: z.literal(true) }),
  },
  'POST /api/unread-checker/requests/cleanup': {
    operationId: 'cleanUpUnreadChecks',
    access: 'user',
    summary: 'Drop finished unread checks older than 10 minutes.',
    response: z.object({ success: z.literal(true), removed: z.int() }),
  },
});
