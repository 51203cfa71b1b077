import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Id, requiredText, type TextForm } from '../fields.ts';
import { FIREFOX_NAME_MAX, firefoxNameError } from '../firefox-profiles.ts';
import { MAX_PAGE_SIZE } from '../limits.ts';
import { Pagination, pageQuery } from '../paging.ts';
import { PROFILE_PATH_MAX } from '../profiles.ts';
import { ProfileRequest, Queued } from './profiles.ts';

const Path = requiredText('Profile path', PROFILE_PATH_MAX);

const FirefoxName = requiredText('Profile name', FIREFOX_NAME_MAX)
  .superRefine((name, context) => {
    const error = firefoxNameError(name);
    if (error) context.addIssue({ code: 'custom', message: error });
  })
  .meta({
    pattern: String.raw`^(?!\.)(?=.*\S)(?!.*[Dd][Ee][Ff][Aa][Uu][Ll][Tt])[^\p{C}\p{Zl}\p{Zp}/\\]*$`,
  } satisfies TextForm);

// One page holds all waiting requests and as many ended ones.
const { page, limit } = pageQuery({ size: MAX_PAGE_SIZE });

export const firefoxProfileCalls = defineCalls({
  'GET /api/firefox-profiles': {
    operationId: 'requestFirefoxProfiles',
    access: 'user',
    summary:
      'Ask the agent for the Firefox profiles of its machine; returns the list request under way, if there is one.',
    query: z.object({ agent_id: z.coerce.number().int().positive().optional() }),
    response: Queued,
    refusals: { 404: 'The machine is not there.' },
  },
  'GET /api/firefox-profiles/requests': {
    operationId: 'listFirefoxRequests',
    access: 'user',
    summary: 'The Firefox requests with their results, newest first.',
    query: z.object({ page, limit }),
    response: z.object({
      success: z.literal(true),
      requests: z.array(ProfileRequest),
      pagination: Pagination,
    }),
  },
  'POST /api/firefox-profiles': {
    operationId: 'createFirefoxProfile',
    access: 'user',
    summary: 'Ask the agent of a machine, or of any, to make a Firefox profile.',
    body: z.object({
      profile_name: FirefoxName,
      /** Accepted and ignored: Firefox chooses its default profile itself. */
      is_default: z.union([z.boolean(), z.literal(0), z.literal(1)]).optional(),
      agent_id: Id.nullish(),
    }),
    response: Queued,
    refusals: { 404: 'The machine is not there.' },
  },
  'POST /api/firefox-profiles/test': {
    operationId: 'testFirefoxProfile',
    access: 'user',
    summary: 'Ask the agent to start Firefox with a profile once.',
    body: z.object({ profile_path: Path, agent_id: Id.nullish() }),
    response: Queued,
    refusals: {
      404: 'The machine is not there.',
      409: 'The Firefox profile is being tested or deleted already.',
    },
  },
  'DELETE /api/firefox-profiles/{profile_path}': {
    operationId: 'deleteFirefoxProfile',
    access: 'user',
    summary: 'Ask the agent to delete a Firefox profile with all its files, unless it is in your profiles.',
    params: z.object({ profile_path: Path }),
    query: z.object({ agent_id: z.coerce.number().int().positive().optional() }),
    response: Queued,
    refusals: {
      404: 'The machine is not there.',
      409: 'The Firefox profile is among your profiles, or is being tested or deleted already.',
    },
  },
});
