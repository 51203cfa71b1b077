import type { profileCalls } from '@pigeonpost/contract/calls/profiles';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { paginationOf, wholeOrPageSlice } from '../../paging.ts';
import { guardProfileByHand } from '../agent/by-hand.ts';
import { checkAbleProfiles } from '../campaigns/pause-unfit.ts';
import { findUnfinishedCampaign, stillUsedText } from '../campaigns/unfinished.ts';
import { addProfile, changeProfile } from './edit.ts';
import { checkCanAdd, packInfo } from './pack.ts';
import { profilePerformanceRoutes } from './performance-routes.ts';
import {
  countProfiles,
  findProfile,
  listProfiles,
  markProfileDeleted,
  toggleProfile,
  unblockProfile,
} from './queries.ts';
import { profileWindowRoutes } from './window-routes.ts';

const noProfile = () => notFound('Profile not found');

export function profileRoutes(deps: Deps): Routes<typeof profileCalls> {
  const { clock, nudges, secrets } = deps;
  return {
    ...profileWindowRoutes(deps),
    ...profilePerformanceRoutes(deps),

    'GET /api/profiles': async ({ tx, caller, query }) => {
      const slice = wholeOrPageSlice(query);
      const filter = { user_id: caller.user.id, search: query.search };
      const { profiles, total } = await listProfiles(tx, { ...filter, slice });
      return { profiles, pagination: paginationOf(slice, total) };
    },

    'GET /api/profiles/pack-info': async ({ tx, caller }) =>
      packInfo(caller.user.pack, await countProfiles(tx, caller.user.id)),

    'POST /api/profiles': async ({ tx, caller, body }) => {
      const { id: user_id, pack } = caller.user;
      // Two adds at the same moment would both count one too few.
      await lockUser(tx, user_id);
      checkCanAdd(pack, await countProfiles(tx, user_id));
      return { profile: await addProfile(tx, { user_id, body, secrets, now: clock.now() }) };
    },

    'PUT /api/profiles/{id}': async ({ tx, afterCommit, caller, params, body }) => {
      const user_id = caller.user.id;
      await guardProfileByHand({ tx, afterCommit, deps }, { userId: user_id, profileId: params.id });
      const profile = await changeProfile(tx, { user_id, id: params.id, body, secrets });
      if (!profile) throw noProfile();
      // It may now belong to another machine, which waits for work.
      afterCommit(() => nudges.nudge(user_id));
      return { profile };
    },

    'DELETE /api/profiles/{id}': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const campaign = await findUnfinishedCampaign(tx, { user_id, profile_id: params.id });
      if (campaign !== undefined) throw conflict(stillUsedText('profile', campaign));
      await guardProfileByHand({ tx, afterCommit, deps }, { userId: user_id, profileId: params.id });
      if (!(await markProfileDeleted(tx, { user_id, id: params.id }, clock.now()))) throw noProfile();
      return {};
    },

    'PUT /api/profiles/{id}/toggle': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const isThere = await toggleProfile(tx, { user_id, id: params.id });
      if (isThere) await checkAbleProfiles({ tx, afterCommit, deps }, user_id);
      // Read after it: a campaign that paused is no longer the profile's running one.
      const profile = await findProfile(tx, { user_id, id: params.id });
      if (!profile) throw noProfile();
      afterCommit(() => nudges.nudge(user_id));
      return { profile };
    },

    'PUT /api/profiles/{id}/resume': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const profile = await unblockProfile(tx, { user_id, id: params.id });
      if (!profile) throw noProfile();
      afterCommit(() => nudges.nudge(user_id));
      return { profile };
    },
  };
}
