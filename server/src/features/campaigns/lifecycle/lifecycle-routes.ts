import { isSubscriptionActive } from '@pigeonpost/contract/account/subscription';
import type { campaignLifecycleCalls } from '@pigeonpost/contract/calls/campaign-lifecycle';
import { SUBSCRIPTION_EXPIRED } from '@pigeonpost/contract/errors';
import { lockUser } from '../../../database/locks.ts';
import type { Deps } from '../../../deps.ts';
import { settleUncertain } from '../../../engine/by-hand/settle.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { requeueFailed } from '../../../engine/requeue/requeue-failed.ts';
import { scheduleCampaign } from '../../../engine/start/schedule.ts';
import { startCampaign } from '../../../engine/start/start.ts';
import { undoStart } from '../../../engine/start/undo-start.ts';
import { forbidden } from '../../../errors.ts';
import type { Routes } from '../../../http/handler.ts';
import { getCampaign, getCampaignRow } from '../get-campaign.ts';
import { findKeptLeaveOut } from '../plan/leave-out.ts';
import { archiveCampaigns, changeMessage } from './change-campaign-queries.ts';
import { createCampaign } from './create-campaign.ts';
import { editCampaign } from './edit-campaign.ts';
import { deleteCampaign, setStatus, stopCampaign } from './stop.ts';

/** The owner's calls that make and change campaigns, or settle their people (docs/behaviour.md#campaigns). */
export function lifecycleRoutes(deps: Deps): Routes<typeof campaignLifecycleCalls> {
  return {
    'POST /api/campaigns': async ({
      tx,
      afterCommit,
      caller,
      body: { retry_of, rest_of = retry_of, ...body },
    }) => {
      const user_id = caller.user.id;
      const isMore =
        retry_of !== undefined &&
        body.list_id != null &&
        (await requeueFailed(tx, { user_id, campaign_id: retry_of, list_id: body.list_id }));
      await lockUser(tx, user_id);
      // Those who were left out of the ended campaign are left out of the next one, too.
      const {
        leave_out = retry_of === undefined ? null : await findKeptLeaveOut(tx, keyOf(user_id, retry_of)),
      } = body;
      const wanted = { user_id, ...body, leave_out, retries_of: isMore ? retry_of : null, rest_of };
      const campaign_id = await createCampaign({ tx, afterCommit, deps }, wanted);
      afterCommit(() => deps.publish(user_id, 'campaign_update', { campaign_id, status: 'pending' }));
      return { campaign: await getCampaign(tx, { user_id, campaign_id }, deps) };
    },

    'PUT /api/campaigns/{id}': async ({ tx, afterCommit, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.id);
      await editCampaign({ tx, afterCommit, deps }, key, body);
      return { campaign: await getCampaign(tx, key, deps) };
    },

    'POST /api/campaigns/{id}/start': async ({ tx, afterCommit, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.id);
      await startCampaign({ tx, afterCommit, deps }, key, body);
      return { campaign: await getCampaign(tx, key, deps) };
    },

    'POST /api/campaigns/{id}/undo-start': async ({ tx, afterCommit, caller, params }) => {
      const key = keyOf(caller.user.id, params.id);
      await undoStart({ tx, afterCommit, deps }, key);
      return { campaign: await getCampaign(tx, key, deps) };
    },

    'PUT /api/campaigns/{id}/schedule': async ({ tx, afterCommit, caller, params, body: { start_at } }) => {
      if (start_at !== null && !isSubscriptionActive(caller.user, deps.clock.now()))
        throw forbidden(SUBSCRIPTION_EXPIRED);
      const key = keyOf(caller.user.id, params.id);
      await scheduleCampaign({ tx, afterCommit, deps }, key, start_at === null ? null : new Date(start_at));
      return { campaign: await getCampaign(tx, key, deps) };
    },

    'POST /api/campaigns/{id}/stop': async ({ tx, afterCommit, caller, params }) => ({
      profilesClosed: await stopCampaign({ tx, afterCommit, deps }, keyOf(caller.user.id, params.id)),
    }),

    'PUT /api/campaigns/{id}/status': async ({ tx, afterCommit, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.id);
      await setStatus({ tx, afterCommit, deps }, key, body.status);
      return { campaign: await getCampaign(tx, key, deps) };
    },

    'PUT /api/campaigns/{id}/message': async ({ tx, afterCommit, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.id);
      await changeMessage({ tx, afterCommit, deps }, key, body.template_content);
      return { campaign: await getCampaign(tx, key, deps) };
    },

    'PUT /api/campaigns/archived': async ({ tx, afterCommit, caller, body }) => ({
      changed: await archiveCampaigns({ tx, afterCommit, deps }, caller.user.id, body),
    }),

    'PUT /api/campaigns/{id}/archive': async ({ tx, afterCommit, caller, params, body: { archived } }) => {
      const key = keyOf(caller.user.id, params.id);
      await archiveCampaigns({ tx, afterCommit, deps }, key.user_id, { campaign_ids: [params.id], archived });
      return { campaign: await getCampaign(tx, key, deps) };
    },

    'DELETE /api/campaigns/{id}': async ({ tx, afterCommit, caller, params, body }) => {
      await deleteCampaign({ tx, afterCommit, deps }, keyOf(caller.user.id, params.id), body);
      return {};
    },

    'POST /api/campaigns/{id}/recipients/settle': async ({ tx, afterCommit, caller, params, body }) => {
      const key = keyOf(caller.user.id, params.id);
      const answer = await settleUncertain({ tx, afterCommit, deps }, key, body);
      if (answer.settled === 0) return answer;
      const { id: subject_id, name: subject_name } = await getCampaignRow(tx, key, deps.clock.now());
      const after = { [body.outcome]: answer.settled };
      const line = { user_id: key.user_id, kind: 'campaign', subject_id, subject_name, after } as const;
      await deps.noteInAuditLog(tx, line);
      return answer;
    },
  };
}

const keyOf = (user_id: number, campaign_id: number): CampaignKey => ({ user_id, campaign_id });
