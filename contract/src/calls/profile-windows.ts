import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Id, requiredText } from '../fields.ts';
import { PROFILE_IDS_BODY_LIMIT } from '../limits.ts';
import { PROFILE_PATH_MAX } from '../profiles.ts';
import { ProfileRequest, Queued } from './profiles.ts';

/** The profiles that 'open all' skips, and its warnings. */
const passedOver = {
  skipped: z.int(),
  skipped_details: z.array(z.object({ profile_id: Id, profile_name: z.string(), reason: z.string() })),
  warnings: z.array(z.string()),
};

/** Opening and closing profiles in Firefox windows, through the queue for agents (docs/behaviour.md#windows). */
export const profileWindowCalls = defineCalls({
  'GET /api/profiles/requests': {
    operationId: 'listWindowRequests',
    access: 'user',
    summary: 'Your open and close requests that are not cleaned up.',
    response: z.object({ success: z.literal(true), requests: z.array(ProfileRequest) }),
  },
  'POST /api/profiles/requests/cleanup': {
    operationId: 'cleanUpWindowRequests',
    access: 'user',
    summary: 'Drop finished requests older than 10 minutes.',
    response: z.object({ success: z.literal(true), removed: z.int() }),
  },
  'POST /api/profiles/open': {
    operationId: 'openProfile',
    access: 'subscriber',
    summary: 'Ask the agent to open a profile in a Firefox window.',
    body: z.object({ profile_path: requiredText('Profile path', PROFILE_PATH_MAX) }),
    response: Queued,
    refusals: {
      404: 'The profile is not there.',
      409: 'The profile is switched off, or is being opened or closed already.',
    },
  },
  'GET /api/profiles/open-all': {
    operationId: 'previewOpenProfiles',
    access: 'user',
    summary: 'The profiles that open-all would open, and would skip. Opens nothing.',
    response: z.object({
      profiles: z.array(z.object({ id: Id, profile_name: z.string() })),
      ...passedOver,
    }),
  },
  'POST /api/profiles/open-all': {
    operationId: 'openProfiles',
    access: 'subscriber',
    summary: 'Ask the agent to open every active profile, or those of the ids given.',
    body: z.object({ profile_ids: z.array(Id).min(1).max(10_000).optional() }),
    bodyLimit: PROFILE_IDS_BODY_LIMIT,
    response: z.object({ opened: z.int(), ...passedOver }),
  },
  'POST /api/profiles/close': {
    operationId: 'closeProfile',
    access: 'user',
    summary: "Ask the agent to close a profile's window, which keeps a campaign from sending.",
    body: z.object({ profile_path: requiredText('Profile path', PROFILE_PATH_MAX) }),
    response: Queued,
    refusals: {
      404: 'The profile is not there.',
      409: 'The profile is being closed already.',
    },
  },
  'POST /api/profiles/close-all': {
    operationId: 'closeProfiles',
    access: 'user',
    summary: 'Ask the agent to close every profile it opened.',
    response: z.object({ closed: z.int() }),
  },
});
