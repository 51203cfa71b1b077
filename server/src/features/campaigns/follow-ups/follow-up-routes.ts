import type { followUpCalls } from '@pigeonpost/contract/calls/follow-up';
import type { Deps } from '../../../deps.ts';
import { giveToOthers } from '../../../engine/by-hand/give-to-others.ts';
import type { Routes } from '../../../http/handler.ts';
import { getCampaign, getCampaignRow } from '../get-campaign.ts';
import { lockPlan } from '../lifecycle/unended.ts';
import { checkFollowUp, makeFollowUp } from './follow-up.ts';

/** Follow-ups of campaigns (docs/behaviour.md#follow-ups). */
export function followUpRoutes(deps: Deps): Routes<typeof followUpCalls> {
  return {
    'GET /api/campaigns/{id}/follow-up': {
      // Its transaction has ended when the answer is read: the next count does not find the lock taken.
      ownTransactions: ({ caller, params, query: { days } }) =>
        deps.asUser(caller.user.id, async (tx) => {
          const key = { user_id: caller.user.id, campaign_id: params.id };
          const now = deps.clock.now();
          await getCampaignRow(tx, key, now);
          await lockPlan(tx, key.user_id);
          return checkFollowUp(tx, { ...key, days, now });
        }),
    },

    'POST /api/campaigns/{id}/follow-up': async ({ tx, afterCommit, caller, params, body }) => {
      const user_id = caller.user.id;
      const wanted = { user_id, campaign_id: params.id, ...body, now: deps.clock.now() };
      const campaign_id = await makeFollowUp(tx, wanted);
      afterCommit(() => deps.publish(user_id, 'campaign_update', { campaign_id, status: 'pending' }));
      return { campaign: await getCampaign(tx, { user_id, campaign_id }, deps) };
    },

    'POST /api/campaigns/{id}/give-to-others': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const given = await giveToOthers({ tx, afterCommit, deps }, { ...key, profile_id: body.profile_id });
      const { name: subject_name } = await getCampaignRow(tx, key, deps.clock.now());
      const after = { given_to_others: given };
      const line = {
        user_id: key.user_id,
        kind: 'campaign',
        subject_id: key.campaign_id,
        subject_name,
        after,
      } as const;
      if (given > 0) await deps.noteInAuditLog(tx, line);
      return { given };
    },
  };
}
