import type { campaignCalls } from '@pigeonpost/contract/calls/campaigns';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { settleUncertain } from '../../engine/settle.ts';
import { startCampaign } from '../../engine/start.ts';
import type { Routes } from '../../http/handler.ts';
import { archiveCampaigns, changeMessage } from './change-campaign-queries.ts';
import { getCampaign, getCampaignRow } from './get-campaign.ts';
import { deleteCampaign, setStatus, stopCampaign } from './stop.ts';

type LifecycleCalls = Pick<
  typeof campaignCalls,
  | 'POST /api/campaigns/{id}/start'
  | 'POST /api/campaigns/{id}/stop'
  | 'PUT /api/campaigns/{id}/status'
  | 'PUT /api/campaigns/{id}/message'
  | 'PUT /api/campaigns/archived'
  | 'DELETE /api/campaigns/{id}'
  | 'POST /api/campaigns/{id}/recipients/settle'
>;

/** The owner's calls that change a campaign's status, or settle its people (docs/behaviour.md#campaigns). */
export function lifecycleRoutes(deps: Deps): Routes<LifecycleCalls> {
  return {
    'POST /api/campaigns/{id}/start': async ({ tx, afterCommit, caller, params }) => {
      const key = keyOf(caller.user.id, params.id);
      await startCampaign({ tx, afterCommit, deps }, key);
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
