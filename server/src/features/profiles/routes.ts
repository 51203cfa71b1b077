import type { profileWindowCalls } from '@pigeonpost/contract/calls/profile-windows';
import type { Profile, profileCalls } from '@pigeonpost/contract/calls/profiles';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { announceCampaigns } from '../../engine/announce-campaigns.ts';
import { guardProfileChange } from '../../engine/by-hand/manual-change.ts';
import { refuseIfInUse } from '../../engine/in-use.ts';
import { checkEligibleProfiles } from '../../engine/pause-and-complete.ts';
import { notFound } from '../../errors.ts';
import { checkDateRange } from '../../http/date-range.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf, wholeOrPageSlice } from '../../http/paging.ts';
import { countAvailability } from './availability-queries.ts';
import { changeProfiles } from './bulk-queries.ts';
import { addProfile, changeProfile, changesCapsAlone } from './edit.ts';
import { endHalf } from './pacing-queries.ts';
import { checkCanAdd, packInfo } from './pack.ts';
import { listPerformance } from './performance-queries.ts';
import {
  countProfiles,
  findProfile,
  listProfiles,
  markProfileDeleted,
  resumeProfile,
  toggleProfile,
} from './queries.ts';
import { profileWindowRoutes } from './window-routes.ts';

const noProfile = () => notFound('Profile not found');

interface NotedPace {
  user_id: number;
  profile: Pick<Profile, 'id' | 'profile_name'>;
  after: Record<string, unknown>;
}

/** A user's profiles, their windows and their results (docs/behaviour.md#profiles). */
export function profileRoutes(deps: Deps): Routes<typeof profileCalls & typeof profileWindowCalls> {
  const { clock, nudges, secrets } = deps;
  /** The engine counts in the columns of a profile's pace, so the audit log does not watch them. */
  function notePace(tx: Tx, { user_id, profile, after }: NotedPace): Promise<void> {
    const subject = { subject_id: profile.id, subject_name: profile.profile_name };
    return deps.noteInAuditLog(tx, { user_id, kind: 'profile', ...subject, after });
  }

  return {
    ...profileWindowRoutes(deps),

    'GET /api/profiles': async ({ tx, caller, query }) => {
      const slice = wholeOrPageSlice(query);
      const { search, is_active, state, sort_by } = query;
      const { profiles, counts, total } = await listProfiles(tx, {
        user_id: caller.user.id,
        search,
        is_active: is_active === undefined ? undefined : is_active === '1',
        state,
        sort_by,
        slice,
        now: clock.now(),
      });
      return { profiles, counts, pagination: paginationOf(slice, total) };
    },

    'GET /api/profiles/availability': async ({ tx, caller, query }) =>
      countAvailability(tx, { user_id: caller.user.id, search: query.search }),

    'POST /api/profiles/bulk': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const { action, profile_ids: ids } = body;
      const changed = await changeProfiles(tx, { user_id, ids, action, now: clock.now() });
      if (changed > 0) {
        if (action === 'switch_off') await checkEligibleProfiles({ tx, afterCommit, deps }, user_id);
        await announceCampaigns({ tx, afterCommit, deps }, { user_id, profile_ids: ids });
        nudges.nudge({ tx, afterCommit }, user_id);
      }
      return { changed };
    },

    'GET /api/profiles/pack-info': async ({ tx, caller }) =>
      packInfo(caller.user.pack, await countProfiles(tx, caller.user.id)),

    'GET /api/profiles/performance': async ({ tx, caller, query }) => {
      const slice = pageSlice(query);
      const { rows, total } = await listPerformance(tx, {
        user_id: caller.user.id,
        range: checkDateRange(query),
        search: query.search,
        sort: query.sort_by ?? 'messages_sent_desc',
        slice,
      });
      return { profilePerformance: rows, pagination: paginationOf(slice, total) };
    },

    'POST /api/profiles': async ({ tx, caller, body }) => {
      const { id: user_id, pack } = caller.user;
      // Two simultaneous adds would each miss the other one.
      await lockUser(tx, user_id);
      checkCanAdd(pack, await countProfiles(tx, user_id));
      const profile = await addProfile(tx, { user_id, body, secrets, now: clock.now() });
      if (body.begin_slowly) await notePace(tx, { user_id, profile, after: { begin_slowly: true } });
      return { profile };
    },

    'PUT /api/profiles/{id}': async ({ tx, afterCommit, caller, params, body }) => {
      const { id: user_id } = caller.user;
      if (changesCapsAlone(body)) await lockUser(tx, user_id);
      else await guardProfileChange({ tx, afterCommit, deps }, { user_id, profile_id: params.id });
      const now = clock.now();
      const { begin_slowly } = body;
      const before =
        begin_slowly === undefined ? undefined : await findProfile(tx, { user_id, id: params.id, now });
      const profile = await changeProfile(tx, { user_id, id: params.id, body, secrets, now, before });
      if (!profile) throw noProfile();
      if (before && (before.begin_slowly !== null) !== begin_slowly)
        await notePace(tx, { user_id, profile, after: { begin_slowly } });
      // It may now belong to another machine, which waits for work.
      await announceCampaigns({ tx, afterCommit, deps }, { user_id, profile_ids: [params.id] });
      nudges.nudge({ tx, afterCommit }, user_id);
      return { profile };
    },

    'DELETE /api/profiles/{id}': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      await refuseIfInUse(tx, { user_id, profile_id: params.id });
      await guardProfileChange({ tx, afterCommit, deps }, { user_id, profile_id: params.id });
      if (!(await markProfileDeleted(tx, { user_id, id: params.id }, clock.now()))) throw noProfile();
      return {};
    },

    'PUT /api/profiles/{id}/toggle': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const isThere = await toggleProfile(tx, { user_id, id: params.id });
      if (isThere) {
        await checkEligibleProfiles({ tx, afterCommit, deps }, user_id);
        await announceCampaigns({ tx, afterCommit, deps }, { user_id, profile_ids: [params.id] });
      }
      // Read afterwards, because a campaign that this pauses is no longer the profile's running one.
      const profile = await findProfile(tx, { user_id, id: params.id, now: clock.now() });
      if (!profile) throw noProfile();
      nudges.nudge({ tx, afterCommit }, user_id);
      return { profile };
    },

    'PUT /api/profiles/{id}/resume': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const profile = await resumeProfile(tx, { user_id, id: params.id, now: clock.now() });
      if (!profile) throw noProfile();
      await announceCampaigns({ tx, afterCommit, deps }, { user_id, profile_ids: [params.id] });
      nudges.nudge({ tx, afterCommit }, user_id);
      return { profile };
    },

    'PUT /api/profiles/{id}/full': async ({ tx, afterCommit, caller, params }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const before = await findProfile(tx, { user_id, id: params.id, now: clock.now() });
      if (!before || !(await endHalf(tx, { user_id, id: params.id }))) throw noProfile();
      if (before.slow_until !== null)
        await notePace(tx, { user_id, profile: before, after: { sends_in_full: true } });
      await announceCampaigns({ tx, afterCommit, deps }, { user_id, profile_ids: [params.id] });
      nudges.nudge({ tx, afterCommit }, user_id);
      const profile = await findProfile(tx, { user_id, id: params.id, now: clock.now() });
      if (!profile) throw noProfile();
      return { profile };
    },
  };
}
