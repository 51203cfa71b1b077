import type { profileWindowCalls } from '@pigeonpost/contract/calls/profile-windows';
import { PROFILE_ALREADY_PROCESSING } from '@pigeonpost/contract/errors';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { hasConnectedAgent } from '../agents/queries.ts';
import { cleanUpRequests, listOpenRequests, listRequests } from '../requests/queries.ts';
import { queueWindowRequests } from '../requests/queue-window-requests.ts';
import { openAllWarnings, splitOpenable } from './open-all.ts';
import { findWindowProfile, listClosableProfiles, listOpenableProfiles } from './window-queries.ts';

const WINDOW_KINDS = ['open', 'close'] as const;
const isBeing = (done: 'opened' | 'closed') =>
  conflict(`This profile is already being ${done}.`, { code: PROFILE_ALREADY_PROCESSING });

/** Opening and closing profiles in Firefox windows, through the queue for agents. */
export function profileWindowRoutes(deps: Deps): Routes<typeof profileWindowCalls> {
  const { clock } = deps;
  return {
    'GET /api/profiles/requests': async ({ tx, caller }) => ({
      success: true,
      requests: await listRequests(tx, { user_id: caller.user.id, kinds: WINDOW_KINDS }),
    }),

    'POST /api/profiles/requests/cleanup': async ({ tx, caller }) => ({
      success: true,
      removed: await cleanUpRequests(tx, { user_id: caller.user.id, kinds: WINDOW_KINDS, now: clock.now() }),
    }),

    'POST /api/profiles/open': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      const profile = await findWindowProfile(tx, { user_id, profilePath: body.profile_path });
      if (!profile) throw notFound('Profile not found');
      if (!profile.is_active) throw conflict('This profile is inactive. Switch it on to open it.');
      const kinds = (await listUnderWay(tx, user_id)).get(profile.profile_path);
      if (kinds) throw isBeing(kinds === 'open' ? 'opened' : 'closed');
      const [added] = await queueWindowRequests(
        { tx, afterCommit, deps },
        { user_id, kind: 'open', profiles: [profile] },
      );
      // Another request came in between.
      if (!added) throw isBeing('opened');
      return { success: true, request_id: added.id };
    },

    'GET /api/profiles/open-all': async ({ tx, caller }) => {
      const { openable, ...passedOver } = await planOpenAll(tx, {
        user_id: caller.user.id,
        now: clock.now(),
      });
      return { profiles: openable.map(({ id, profile_name }) => ({ id, profile_name })), ...passedOver };
    },

    'POST /api/profiles/open-all': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      const only = body.profile_ids && new Set(body.profile_ids);
      const { openable, ...passedOver } = await planOpenAll(tx, { user_id, now: clock.now(), only });
      const added = await queueWindowRequests(
        { tx, afterCommit, deps },
        { user_id, kind: 'open', profiles: openable },
      );
      return { opened: added.length, ...passedOver };
    },

    'POST /api/profiles/close': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      const profile = await findWindowProfile(tx, { user_id, profilePath: body.profile_path });
      if (!profile) throw notFound('Profile not found');
      const { reporting_agent_id, agent_id } = profile;
      const [added] = await queueWindowRequests(
        { tx, afterCommit, deps },
        { user_id, kind: 'close', profiles: [{ ...profile, agent_id: reporting_agent_id ?? agent_id }] },
      );
      if (!added) throw isBeing('closed');
      return { success: true, request_id: added.id };
    },

    'POST /api/profiles/close-all': async ({ tx, afterCommit, caller }) => {
      const user_id = caller.user.id;
      const profiles = await listClosableProfiles(tx, user_id);
      await queueWindowRequests({ tx, afterCommit, deps }, { user_id, kind: 'close', profiles });
      return { closed: profiles.length };
    },
  };
}

/** The profiles that opening all of them, or only some, would open and skip (docs/behaviour.md#windows). */
async function planOpenAll(
  tx: Tx,
  { user_id, now, only }: { user_id: number; now: Date; only?: Set<number> | undefined },
) {
  const active = await listOpenableProfiles(tx, { user_id, now });
  const profiles = only ? active.filter(({ id }) => only.has(id)) : active;
  if (profiles.length === 0) throw badRequest('No active profiles to open');
  const { openable, skipped } = splitOpenable(profiles, await listUnderWay(tx, user_id));
  return {
    openable,
    skipped: skipped.length,
    skipped_details: skipped,
    warnings: openAllWarnings(openable, await hasConnectedAgent(tx, user_id, now)),
  };
}

/** The request under way of each profile, by path. */
async function listUnderWay(tx: Tx, user_id: number): Promise<Map<string | null, string>> {
  const requests = await listOpenRequests(tx, { user_id, kinds: WINDOW_KINDS });
  return new Map(requests.map(({ profile_path, kind }) => [profile_path, kind]));
}
