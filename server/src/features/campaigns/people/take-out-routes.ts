import type { DoubtGroup } from '@pigeonpost/contract/calls/plans';
import type { takeOutCalls } from '@pigeonpost/contract/calls/take-out';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { putBack, takeOut } from '../../../engine/by-hand/take-out.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import type { Routes } from '../../../http/handler.ts';
import { getCampaignRow } from '../get-campaign.ts';
import { getUnended, lockPlan } from '../lifecycle/unended.ts';
import { findGroupIds } from '../plan/doubts.ts';
import { readPlanned } from '../plan/plan.ts';

interface WantedPeople {
  recipient_ids?: number[] | undefined;
  group?: DoubtGroup | undefined;
  after_id: number;
}

/** Who is taken out of a campaign by hand, and put back (docs/behaviour.md#taking-out). */
export function takeOutRoutes(deps: Deps): Routes<typeof takeOutCalls> {
  async function noteChange(tx: Tx, key: CampaignKey, after: Record<string, number>) {
    const { id: subject_id, name: subject_name, status } = await getCampaignRow(tx, key, deps.clock.now());
    const line = { user_id: key.user_id, kind: 'campaign', subject_id, subject_name, after } as const;
    await deps.noteInAuditLog(tx, line);
    return status;
  }

  /** A group is looked for before the engine's lock is taken, so that nobody waits for the search. */
  async function findWanted(tx: Tx, key: CampaignKey, { recipient_ids = [], group, after_id }: WantedPeople) {
    if (group === undefined) return { recipient_ids, reached: {} };
    await lockPlan(tx, key.user_id);
    const now = deps.clock.now();
    const campaign = await getUnended(tx, key, now);
    const of = { ...key, list_id: campaign.list_id };
    const { ids, last_id } = await findGroupIds(tx, readPlanned(campaign), { of, group, after_id, now });
    return { recipient_ids: ids, reached: { last_id, recipient_ids: ids } };
  }

  return {
    'POST /api/campaigns/{id}/recipients/take-out': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const { recipient_ids, reached } = await findWanted(tx, key, body);
      if (recipient_ids.length === 0) return { taken_out: 0, being_sent: 0, has_ended: false, ...reached };
      const wanted = { recipient_ids, isGroup: body.group !== undefined };
      const { taken_out, being_sent } = await takeOut({ tx, afterCommit, deps }, key, wanted);
      if (taken_out === 0) return { taken_out, being_sent, has_ended: false, ...reached };
      const status = await noteChange(tx, key, { taken_out });
      const has_ended = status === 'completed' || status === 'failed';
      return { taken_out, being_sent, has_ended, ...reached };
    },

    'POST /api/campaigns/{id}/recipients/put-back': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      const { put_back } = await putBack({ tx, afterCommit, deps }, key, body.recipient_ids);
      await noteChange(tx, key, { put_back });
      return { put_back };
    },
  };
}
