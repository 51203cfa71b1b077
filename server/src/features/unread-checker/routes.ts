import type { unreadCheckerCalls } from '@pigeonpost/contract/calls/unread-checker';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { cleanUpRequests, insertRequests, listOpenRequests } from '../requests/queries.ts';
import { timeoutsAt } from '../requests/timeouts.ts';
import { chooseProfiles } from './choose-profiles.ts';
import { toChecks } from './combine-parts.ts';
import {
  type CheckableProfile,
  deleteChecks,
  failSilentChecks,
  listCheckableProfiles,
  listCheckIds,
  listCheckParts,
} from './queries.ts';

const KINDS = ['unread'] as const;

/** Unread checks through the queue for agents (docs/behaviour.md#unread-checks). */
export function unreadCheckerRoutes({ clock, nudges }: Deps): Routes<typeof unreadCheckerCalls> {
  return {
    'GET /api/unread-checker/requests/history': async ({ tx, caller, query }) => {
      const slice = pageSlice(query);
      const user_id = caller.user.id;
      const { check_ids, total } = await listCheckIds(tx, { user_id, slice });
      return {
        success: true,
        requests: toChecks(await listCheckParts(tx, { user_id, check_ids })),
        pagination: paginationOf(slice, total),
      };
    },

    'GET /api/unread-checker/requests/{id}': async ({ tx, caller, params }) => {
      const asked = { user_id: caller.user.id, check_ids: [params.id] };
      const [request] = toChecks(await listCheckParts(tx, asked));
      if (!request) throw notFound('Unread check not found');
      return { success: true, request };
    },

    'POST /api/unread-checker/requests': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      const now = clock.now();
      // Two simultaneous calls would both find none under way.
      await lockUser(tx, user_id);
      await failSilentChecks(tx, { user_id, silentSince: timeoutsAt(now).unreadWaitingSince, now });
      if (await isUnderWay(tx, user_id)) throw conflict('An unread check is under way already.');
      await cleanUpRequests(tx, { user_id, kinds: KINDS, now });
      const chosen = chooseProfiles(await listCheckableProfiles(tx, { user_id, now }), body.profileIds);
      const request_id = await insertParts(tx, { user_id, chosen, now });
      nudges.nudge({ tx, afterCommit }, user_id);
      return { success: true, request_id };
    },

    'DELETE /api/unread-checker/requests/clear': async ({ tx, caller }) => {
      await deleteChecks(tx, caller.user.id);
      return { success: true };
    },

    'POST /api/unread-checker/requests/cleanup': async ({ tx, caller }) => {
      const user_id = caller.user.id;
      // A machine that has done its part of a check waits for the others.
      if (await isUnderWay(tx, user_id)) return { success: true, removed: 0 };
      const removed = await cleanUpRequests(tx, { user_id, kinds: KINDS, now: clock.now() });
      return { success: true, removed };
    },
  };
}

async function isUnderWay(tx: Tx, user_id: number): Promise<boolean> {
  return (await listOpenRequests(tx, { user_id, kinds: KINDS })).length > 0;
}

/** One part for each machine; returns the id of the check, which is that of the first. */
async function insertParts(
  tx: Tx,
  { user_id, chosen, now }: { user_id: number; chosen: CheckableProfile[]; now: Date },
): Promise<number> {
  const machines = Map.groupBy(chosen, ({ agent_id }) => agent_id);
  const [first, ...others] = [...machines].map(([agent_id, profiles]) => ({
    kind: 'unread' as const,
    agent_id,
    profile_path: null,
    payload: {
      profiles: profiles.map(({ profile_id, profile_name, profile_path, since }) => ({
        profile_id,
        profile_name,
        profile_path,
        ...(since !== null && { since }),
      })),
    },
  }));
  const [added] = await insertRequests(tx, { user_id, requests: first ? [first] : [], now });
  if (!added) throw new Error('An unread check was not added.');
  const requests = others.map((part) => ({ ...part, payload: { ...part.payload, check_id: added.id } }));
  await insertRequests(tx, { user_id, requests, now });
  return added.id;
}
