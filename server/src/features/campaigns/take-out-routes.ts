import type { takeOutCalls } from '@pigeonpost/contract/calls/take-out';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { putBack, takeOut } from '../../engine/take-out.ts';
import type { Routes } from '../../http/handler.ts';
import { getCampaignRow } from './get-campaign.ts';

/** Who is taken out of a campaign by hand, and put back (docs/behaviour.md#taking-out). */
export function takeOutRoutes(deps: Deps): Routes<typeof takeOutCalls> {
  async function noteChange(tx: Tx, key: CampaignKey, after: Record<string, number>) {
    const { id: subject_id, name: subject_name, status } = await getCampaignRow(tx, key, deps.clock.now());
    const line = { user_id: key.user_id, kind: 'campaign', subject_id, subject_name, after } as const;
    await deps.noteInAuditLog(tx, line);
    return status;
  }

  return {
    'POST /api/campaigns/{id}/recipients/take-out': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const wanted = { recipient_ids: body.recipient_ids, hasLines: true };
      const { taken_out, being_sent } = await takeOut({ tx, afterCommit, deps }, key, wanted);
      if (taken_out === 0) return { taken_out, being_sent, has_ended: false };
      const status = await noteChange(tx, key, { taken_out });
      return { taken_out, being_sent, has_ended: status === 'completed' || status === 'failed' };
    },

    'POST /api/campaigns/{id}/recipients/put-back': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const { put_back } = await putBack({ tx, afterCommit, deps }, key, body.recipient_ids);
      await noteChange(tx, key, { put_back });
      return { put_back };
    },
  };
}
