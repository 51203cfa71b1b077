import type { CampaignLog, campaignCalls } from '@pigeonpost/contract/calls/campaigns';
import { SITE_UNREACHABLE } from '@pigeonpost/contract/campaigns';
import { LOG_LINES_KEPT } from '@pigeonpost/contract/realtime';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/events.ts';
import { requeueFailed } from '../../engine/requeue-failed.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { hasConnectedAgent } from '../agents/queries.ts';
import { searchedName } from '../recipients/name.ts';
import { findNextProfileName } from './campaign-queries.ts';
import { createCampaign } from './create-campaign.ts';
import { getCampaign } from './get-campaign.ts';
import { lifecycleRoutes } from './lifecycle-routes.ts';
import { listCampaigns } from './list-queries.ts';
import { listLastLogs, listLastLogsAtWork } from './log-queries.ts';
import { countPeople, countSkippedMessaged, listPeople } from './people-queries.ts';
import { reportRoutes } from './report-routes.ts';
import { listOpenWindows, listSenders } from './waiting-queries.ts';
import { waitingReason } from './waiting-reason.ts';

/** A user's campaigns and all that is asked of one (docs/behaviour.md#campaigns). */
export function campaignRoutes(deps: Deps): Routes<typeof campaignCalls> {
  const { clock, config } = deps;

  async function findWaitingReason(tx: Tx, key: CampaignKey, logs: CampaignLog[]): Promise<string | null> {
    const isPractice = config.practiceUrl !== undefined;
    return waitingReason(await listSenders(tx, key, { now: clock.now(), isPractice }), {
      isAnyConnected: await hasConnectedAgent(tx, key.user_id, clock.now()),
      practiceUrl: config.practiceUrl,
      isSiteAway: logs.at(-1)?.message === SITE_UNREACHABLE,
    });
  }

  return {
    ...lifecycleRoutes(deps),
    ...reportRoutes(deps),

    'GET /api/campaigns': async ({ tx, caller, query }) => {
      const { search, status, sort_by } = query;
      const slice = pageSlice(query);
      const wanted = { user_id: caller.user.id, search, status, sort_by, slice, now: clock.now() };
      const { campaigns, counts, total } = await listCampaigns(tx, wanted);
      return { campaigns, counts, pagination: paginationOf(slice, total) };
    },

    'GET /api/campaigns/logs': async ({ tx, caller }) => ({
      logs: await listLastLogsAtWork(tx, { user_id: caller.user.id, limit: LOG_LINES_KEPT }),
    }),

    'GET /api/campaigns/{id}': async ({ tx, caller, params }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const campaign = await getCampaign(tx, key, clock.now());
      const isRunning = campaign.status === 'running';
      const logs = await listLastLogs(tx, { ...key, limit: LOG_LINES_KEPT });
      return {
        campaign: {
          ...campaign,
          next_profile_name: await findNextProfileName(tx, key, clock.now()),
          open_windows: isRunning ? await listOpenWindows(tx, key) : [],
          waiting_reason: isRunning ? await findWaitingReason(tx, key, logs) : null,
          skipped_messaged: await countSkippedMessaged(tx, key),
          logs,
        },
      };
    },

    'GET /api/campaigns/{id}/recipients': async ({ tx, caller, params, query }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      await getCampaign(tx, key, clock.now());
      const slice = pageSlice(query);
      const filter = { ...key, search: searchedName(query.search ?? '') };
      const counts = await countPeople(tx, filter);
      return {
        recipients: await listPeople(tx, { ...filter, who: query.state, slice, total: counts[query.state] }),
        counts,
        pagination: paginationOf(slice, counts[query.state]),
      };
    },

    'POST /api/campaigns': async ({ tx, afterCommit, caller, body: { retry_of, ...body } }) => {
      const user_id = caller.user.id;
      const isMore =
        retry_of !== undefined &&
        (await requeueFailed(tx, { user_id, campaign_id: retry_of, list_id: body.list_id }));
      await lockUser(tx, user_id);
      const wanted = { user_id, ...body, retries_of: isMore ? retry_of : null };
      const campaign_id = await createCampaign(tx, wanted, clock.now());
      afterCommit(() => deps.publish(user_id, 'campaign_update', { campaign_id, status: 'pending' }));
      return { campaign: await getCampaign(tx, { user_id, campaign_id }, clock.now()) };
    },
  };
}
